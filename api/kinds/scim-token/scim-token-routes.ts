import type { ScimToken } from '@doorwright/crds/kinds/scim-token.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import { refuseManagedRemoval } from '../../core/objects/references/origins.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';
import { makeToken, refuseMaker, shownToken } from './make-token.ts';

const dayMs = 86_400_000;
const usualDays = 365;
const mostDays = 730;

const shown = z.object({
  owner: z.string().describe('The organization.'),
  id: z.string(),
  displayName: z.string().describe('Name shown to people.'),
  createdTime: z.string(),
  maker: z
    .string()
    .describe(
      'Administrator who made it, as owner/name. It works as long as they administer. Empty for a declared one.',
    ),
  declaredName: z.string().describe('Name in the custom resource of the organization, which alone ends the token.'),
  expireTime: z.string().describe('When it ends. Empty for the present one of a declared token.'),
  lastUsedTime: z.string().describe('Time of the last use, to the minute. Empty before the first.'),
});

const organization = z.string().min(1).max(100).describe('The organization.');
const fresh = z.object({
  owner: organization,
  displayName: z.string().trim().min(1).max(100).describe('Name shown to people.'),
  expireTime: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(`When it ends: at most ${mostDays} days from now, by default ${usualDays}.`),
});
const named = z.object({ owner: organization, id: z.string().max(100).describe('ID of the token.') });

/** An end that is forgotten would be none, so each token has one. */
function endOf(wanted: string | undefined, now: Date): string {
  const end = wanted ? Date.parse(wanted) : now.getTime() + usualDays * dayMs;
  const isPossible = end > now.getTime() && end <= now.getTime() + mostDays * dayMs;
  if (!isPossible) throw invalid([{ field: 'expireTime', code: 'wrong' }]);
  return new Date(end).toISOString();
}

/** Routes for the tokens with which programs provision an organization. */
export function scimTokenRoutes({ db, store, registry, objects }: RouteDeps): Route[] {
  const about = { tag: 'Organization', permission: 'organizationAdmin' } as const;
  const table = () => db(store('scim-token').table);

  const writing = <T>(context: RequestContext, write: (work: Work) => Promise<T>): Promise<T> =>
    objects.steps.writing(registry.named('scim-token'), context, write);

  return [
    {
      ...about,
      method: 'GET',
      path: '/api/get-scim-tokens',
      summary: 'Lists the tokens with which programs provision an organization by SCIM. No answer has their text.',
      query: { owner: { about: 'The organization.', required: true } },
      answer: { data: { type: 'array', items: emit(shown) } },
      async handle({ context: { caller }, query: { owner = '' } }) {
        authorize('organizationAdmin', caller, { organization: owner });
        const rows = await table().where({ owner }).orderBy('created_time', 'desc');
        return { data: rows.map((row) => shownToken(store('scim-token').fromRow(row) as unknown as ScimToken)) };
      },
    },
    {
      ...about,
      method: 'POST',
      path: '/api/add-scim-token',
      summary: 'Makes a token with which a program provisions an organization by SCIM. Only this answer has its text.',
      freshProof: true,
      body: emit(fresh),
      answer: { data: { type: 'string' }, data2: emit(shown) },
      async handle({ context, body }) {
        const { expireTime, ...wanted } = parsed(fresh, body);
        refuseMaker(context.caller, wanted.owner);
        const end = endOf(expireTime, context.now);
        const { token, made } = await writing(context, (work) =>
          makeToken(work, context, { ...wanted, expireTime: end }),
        );
        return { data: token, data2: made };
      },
    },
    {
      ...about,
      method: 'POST',
      path: '/api/delete-scim-token',
      summary: 'Deletes a token for SCIM. It stops with the next request.',
      freshProof: true,
      body: emit(named),
      answer: { data: { type: 'string', enum: ['Affected'] } },
      async handle({ context, body }) {
        const { owner, id } = parsed(named, body);
        authorize('organizationAdmin', context.caller, { organization: owner });
        await writing(context, async (work) => {
          const rows = work.sql(store('scim-token').table).where({ owner, id });
          const row = await rows.clone().first('declared_name');
          // The operator would only make it again.
          if (row?.declared_name)
            await refuseManagedRemoval(registry.named('organization'), { owner: 'admin', key: owner }, work);
          const [deleted] = await rows.delete('display_name');
          if (!deleted) throw new Refusal('not-found', { kind: 'SCIM token', id: `${owner}/${id}` });
          const object = `scim-token ${owner}/${deleted.display_name}`;
          await record(work, context, { organization: owner, object });
        });
        return { data: 'Affected' };
      },
    },
  ];
}
