import { administers, nameOf, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { affectedUnlessMissing, deletionResults } from '../../core/objects/pass/null-if-missing.ts';
import { bodyObject } from '../../core/objects/rules/input.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { idInBody } from '../../core/objects/storage/ids.ts';
import { createQueuePerOwner, createWorkQueue } from '../../core/work/work-queue.ts';
import { readUpload } from '../../http/multipart.ts';
import type { Parameter, Route } from '../../http/route.ts';
import { withSpool } from '../../http/spooled.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import type { StoreDeps } from '../../providers/storage/file-service.ts';
import { openStore } from '../../providers/storage/open.ts';
import { limits, spend } from '../../signin/locks/limits.ts';
import { findProvider } from './storage-provider.ts';
import { type Form, upload } from './upload.ts';

/**
 * Limits on uploads. A file waits on the disk until it has arrived, so few may arrive at once. Users never block
 * administrators, and no caller can take all places with a slow upload.
 */
const received = {
  byAdministrators: { largestMb: 32, all: { atOnce: 3, waiting: 20 }, each: { atOnce: 2, waiting: 10 } },
  byUsers: { largestMb: 5, all: { atOnce: 6, waiting: 20 }, each: { atOnce: 2, waiting: 10 } },
};
/** A stored file holds a database connection until its store is done, so few are stored at once. */
const stored = { atOnce: 3, waiting: 30 };

const parameters = {
  owner: { about: "Organization that the file belongs to. By default the caller's." },
  user: { about: 'Name of the user that the file belongs to. By default the caller.' },
  application: { about: 'Application that the file comes through.' },
  tag: { about: "The purpose. `avatar` makes it the user's picture, `termsOfUse` an application's terms." },
  parent: { about: 'Page where the user chose the file.' },
  fullFilePath: { about: 'Path to store it under, such as resource/acme/alice/plan.pdf.', required: true },
  provider: { about: "Storage provider. By default the application's. Administrators may choose another." },
  createdTime: { about: 'Time of its creation, if not now. Only administrators may set it.' },
  description: { about: 'A short description.' },
} satisfies Record<keyof Form, Parameter>;

/** Parameters come in the address or the form. Two different values are refused. */
function formOf(
  query: Record<string, string | undefined>,
  fields: Record<string, string>,
  { caller }: RequestContext,
): Form {
  const given = Object.keys(parameters).map((name) => {
    if (query[name] && fields[name] && query[name] !== fields[name]) throw new Refusal('repeated-parameter', { name });
    return [name, query[name] || fields[name] || ''];
  });
  const form: Form = Object.fromEntries(given);
  const owner = form.owner || (organizationOf(caller) ?? '');
  const user = form.user || (caller.type === 'user' ? caller.name : '');
  for (const [name, value] of Object.entries({ user, fullFilePath: form.fullFilePath }))
    if (!value) throw new Refusal('missing-parameter', { name });
  return { ...form, owner, user };
}

export function fileRoutes(deps: RouteDeps & StoreDeps): Route[] {
  const { db, registry, objects } = deps;
  const kind = registry.named('resource');
  const ofAdministrators = createQueuePerOwner(received.byAdministrators);
  const ofUsers = createQueuePerOwner(received.byUsers);
  const storing = createWorkQueue(stored);

  const uploadResource: Route = {
    method: 'POST',
    path: '/api/upload-resource',
    summary: 'Stores a file, and replaces one with the same path. data is its address, data2 its name in the store.',
    tag: kind.kind,
    permission: 'signedIn',
    upload: true,
    query: parameters,
    answer: { data: { type: 'string' }, data2: { type: 'string' } },
    async handle({ context, query, http: { req } }) {
      const { caller, now } = context;
      const isAdministrator = administers(caller, organizationOf(caller) ?? '');
      if (!isAdministrator) await spend(db, [limits.filesOf(nameOf(caller))], now);
      const { largestMb } = isAdministrator ? received.byAdministrators : received.byUsers;
      return (isAdministrator ? ofAdministrators : ofUsers)(nameOf(caller), async () => {
        return withSpool(async (spool) => {
          const sent = await readUpload(req, largestMb, spool);
          const { url, key } = await storing(() => upload(deps, context, formOf(query, sent.fields, context), sent));
          return { data: url, data2: key };
        });
      });
    },
  };

  const deleteResource: Route = {
    method: 'POST',
    path: '/api/delete-resource',
    summary: 'Deletes a file and its content, named by owner and name in the body.',
    tag: kind.kind,
    permission: 'organizationAdmin',
    query: { provider: { about: 'Ignored. Clients of Casdoor 2022 send it.' } },
    body: {
      type: 'object',
      properties: { owner: { type: 'string' }, name: { type: 'string' } },
      required: ['owner', 'name'],
    },
    answer: { data: { type: 'string', enum: [...deletionResults] } },
    async handle({ context, body }) {
      const id = idInBody(kind, bodyObject(body));
      const remove = async (work: Work) => {
        const { provider } = await objects.steps.load(kind, 'delete', id, work, 'forUpdate');
        const store = provider
          ? openStore(await findProvider(deps, id.owner, String(provider)), id.owner, deps)
          : undefined;
        await objects.steps.remove(kind, context, id, work);
        // Last, so that a failure of the store keeps the row.
        await store?.removeFile(id.key);
      };
      const removal = storing(() => objects.steps.writing(kind, context, remove));
      return { data: await affectedUnlessMissing(kind, context, id, removal) };
    },
  };

  return [uploadResource, deleteResource];
}
