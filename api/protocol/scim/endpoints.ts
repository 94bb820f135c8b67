import type { Answer, Asked, Handler, Method } from './asked.ts';
import { createBulk } from './bulk/bulk.ts';
import type { ScimDeps } from './deps.ts';
import { nowhere, ScimFailure } from './failure.ts';
import { createList, listResponse } from './list/list.ts';
import { readSearch } from './list/read-search.ts';
import { createTotals } from './list/totals.ts';
import { groupKeeper } from './resources/group-keeper.ts';
import type { Keeper } from './resources/keeper.ts';
import { createResource } from './resources/resource.ts';
import { userKeeper } from './resources/user-keeper.ts';
import { documents } from './schemas/documents.ts';
import { failed } from './send.ts';

type Handlers = Partial<Record<Method, Handler>>;

/** A document without filters (RFC 7644, section 4). */
function readOnly(read: Handler): Handlers {
  return {
    GET(asked) {
      if (asked.query.filter !== undefined) throw new ScimFailure(403, 'Filters are not permitted here');
      return read(asked);
    },
  };
}

function oneOf(all: readonly { id: string }[], { id }: Asked): Answer {
  const found = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (!found) throw nowhere(id.slice(0, 200));
  return { status: 200, body: found };
}

const every = (all: readonly object[]): Answer => ({
  status: 200,
  body: listResponse(all, { total: all.length, startIndex: 1 }),
});

const absent: Handler = () => {
  throw new ScimFailure(501, 'A token is no user');
};

/** Finds the handler of a path, by its name or by the ID in its second part. */
function handlerAt(handlers: ReadonlyMap<string, Handlers>, path: string): { found: Handlers; id: string } | undefined {
  const exact = handlers.get(path);
  if (exact) return { found: exact, id: '' };
  const [, first = '', id] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const found = id ? handlers.get(`/${first}/:id`) : undefined;
  return found && { found, id: decodeURIComponent(id as string) };
}

/** Every endpoint of an organization's SCIM server, for single requests and for those of a bulk request. */
export function createEndpoints(deps: ScimDeps) {
  const origin = deps.config.DOORWRIGHT_ORIGIN;
  const totals = createTotals();
  const list = createList(deps, totals);
  const [users, groups] = [userKeeper(deps), groupKeeper(deps)];

  function endpointsOf(keeper: Keeper): [string, Handlers][] {
    const { read, create, replace, patch, remove } = createResource(deps, keeper, totals.forget);
    const search = (asked: Asked, by: unknown) =>
      list.ofType(keeper, asked, readSearch(by)).then((body): Answer => ({ status: 200, body }));
    const path = `/${keeper.type.endpoint}`;
    return [
      [path, { GET: (asked) => search(asked, asked.query), POST: create }],
      [`${path}/.search`, { POST: (asked) => search(asked, asked.body) }],
      [`${path}/:id`, { GET: read, PUT: replace, PATCH: patch, DELETE: remove }],
    ];
  }

  async function perform(method: Method, path: string, asked: Asked): Promise<Answer> {
    const there = handlerAt(handlers, path);
    if (!there) throw nowhere(path.slice(0, 200));
    const handle = there.found[method];
    if (!handle) throw new ScimFailure(405, `${method} is not possible here`);
    return handle({ ...asked, id: there.id });
  }

  const everything = (asked: Asked, by: unknown) =>
    list.ofAll([users, groups], asked, readSearch(by)).then((body): Answer => ({ status: 200, body }));

  const handlers = new Map<string, Handlers>([
    ...endpointsOf(users),
    ...endpointsOf(groups),
    ['/', { GET: (asked) => everything(asked, asked.query) }],
    ['/.search', { POST: (asked) => everything(asked, asked.body) }],
    ['/Bulk', { POST: createBulk(perform, failed) }],
    ['/Me', { GET: absent, POST: absent, PUT: absent, PATCH: absent, DELETE: absent }],
    ['/ServiceProviderConfig', readOnly(({ base }) => ({ status: 200, body: documents.config(base, origin) }))],
    ['/Schemas', readOnly(({ base }) => every(documents.schemas(base)))],
    ['/Schemas/:id', readOnly((asked) => oneOf(documents.schemas(asked.base), asked))],
    ['/ResourceTypes', readOnly(({ base }) => every(documents.types(base)))],
    ['/ResourceTypes/:id', readOnly((asked) => oneOf(documents.types(asked.base), asked))],
  ]);

  return { perform, methodsAt: (path: string): string[] => Object.keys(handlerAt(handlers, path)?.found ?? {}) };
}
