import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';
import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { nameOf } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import { orNull } from '../../../core/objects/pass/null-if-missing.ts';
import { bodyObject } from '../../../core/objects/rules/input.ts';
import { parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { SourceError } from '../../../providers/directories/contract.ts';
import { listUsers, mostListed } from '../../../providers/directories/ldap/list-users.ts';
import { sourceOfLdap } from '../../../providers/directories/ldap/source.ts';
import type { SyncDeps } from '../deps.ts';
import { startRun } from '../runs/start-run.ts';
import { rowsTable } from '../store/rows.ts';
import { editedObject } from './edited-object.ts';
import { existingKeys } from './existing-keys.ts';
import { sourceNamed } from './named-source.ts';
import { waitForRun } from './wait-for-run.ts';

const [permission, tag] = ['organizationAdmin', 'Ldap'] as const;

/** A chosen person. Only the ID is believed: the values come from the directory. */
const chosen = z.looseObject({ uuid: z.string().max(500).default(''), cn: z.string().max(1000).default('') });
const chosenPeople = z.object({ people: z.array(chosen).max(mostListed) });
const ids = z.object({ ids: z.array(z.string().max(500)).max(mostListed) });

const user: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    ['uidNumber', 'uid', 'cn', 'groupId', 'uuid', 'email', 'phone', 'address'].map((name) => [
      name,
      { type: 'string' },
    ]),
  ),
};
const list: JsonSchema = { type: 'array', items: user };
/** Clients of Casdoor 2022 expect null in place of an empty list. */
const unlessEmpty = <T>(found: readonly T[]): readonly T[] | null => (found.length > 0 ? found : null);

/** The answer names each person who failed, so it comes after the end. Twenty thousand people take three minutes. */
const longestMs = 15 * 60_000;

const needed = ['host', 'admin', 'passwd', 'baseDn'] as const;

/** What a person does with the entries of a directory before they are users. The calls are those of Casdoor 2022. */
export function directoryRoutes(deps: SyncDeps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/get-ldap-user',
      summary: `Lists the people of a directory, at most ${mostListed}. The body is the directory as in the editor; nothing is stored.`,
      ...{ tag, permission },
      body: { type: 'object' },
      answer: { data: { type: 'object', properties: { users: list } } },
      async handle({ context, body }) {
        const object = (await editedObject(deps, context, deps.registry.named('ldap'), body)) as unknown as Ldap;
        for (const name of needed) if (!object[name]) throw new Refusal('missing-parameter', { name });
        try {
          const users = await listUsers(sourceOfLdap(object), deps.egress);
          if (users.length === 0)
            throw new SourceError({ code: 'ldap-nobody', params: { filter: object.filter, base: object.baseDn } });
          return { data: { users } };
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          throw new Refusal(error.problem.code, error.problem.params);
        }
      },
    },
    {
      method: 'POST',
      path: '/api/check-ldap-users-exist',
      summary: 'Says which of these entries are users of the organization already.',
      ...{ tag, permission },
      query: { owner: { about: 'The organization.', required: true } },
      body: { type: 'array', items: { type: 'string' } },
      answer: { data: orNull({ type: 'array', items: { type: 'string' } }) },
      async handle({ context, query: { owner = '' }, body }) {
        deps.objects.steps.authorizeId(deps.registry.named('ldap'), 'list', context.caller, { owner, key: '' });
        const asked = parsedStrictly(ids, { ids: body });
        return { data: unlessEmpty([...(await existingKeys(deps, owner, asked.ids))]) };
      },
    },
    {
      method: 'POST',
      path: '/api/sync-ldap-users',
      summary:
        'Makes users of chosen people of a directory. data names those who are users already, and those who could not be taken.',
      ...{ tag, permission },
      query: {
        owner: { about: 'The organization.', required: true },
        ldapId: { about: 'ID of the directory.', required: true },
      },
      body: list,
      answer: { data: { type: 'object', properties: { exist: orNull(list), failed: orNull(list) } } },
      async handle({ context, query: { owner = '', ldapId = '' }, body, http: { res } }) {
        const source = await sourceNamed(deps, context, 'ldap', `${owner}/${ldapId}`);
        const { people } = parsedStrictly(chosenPeople, { people: Array.isArray(body) ? body : bodyObject(body) });
        const existing = await existingKeys(
          deps,
          owner,
          people.map(({ uuid }) => uuid),
        );
        const fresh = people.filter(({ uuid }) => !existing.has(uuid));
        // Nobody can find an entry without an ID again.
        const failed = new Set(['', ...(await take(fresh.map(({ uuid }) => uuid).filter(Boolean)))]);
        await record({ sql: deps.db }, context, {
          organization: owner,
          object: `ldap ${owner}/${ldapId}`,
          reason: `${fresh.length} people`,
        });
        return {
          data: {
            exist: unlessEmpty(people.filter(({ uuid }) => existing.has(uuid))),
            failed: unlessEmpty(fresh.filter(({ uuid }) => failed.has(uuid))),
          },
        };

        /** Takes people, and returns the keys of those who could not be taken. */
        async function take(selection: readonly string[]): Promise<string[]> {
          if (selection.length === 0) return [];
          const startedBy = nameOf(context.caller);
          const asked = { mode: 'selection', isAutomatic: false, isWhole: false, startedBy, selection } as const;
          const run = await waitForRun(deps, await startRun(deps, source, asked), () => res.closed, longestMs);
          if (run.state === 'failed') throw new Refusal('sync-failed', { problem: run.reason });
          const rows: Pick<SyncRow, 'key' | 'state'>[] = await deps
            .db(rowsTable)
            .where({ run: run.id })
            .select('key', 'state');
          const taken = new Set(rows.filter(({ state }) => state === 'done').map(({ key }) => key));
          return selection.filter((key) => !taken.has(key));
        }
      },
    },
  ];
}
