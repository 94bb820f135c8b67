import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { z } from 'zod';
import { type Person, type Reader, type Reading, SourceError } from '../contract.ts';
import type { ReaderDeps } from '../database/reader.ts';
import { pageSize } from '../database/table-people.ts';
import { callAdminApi, signInToAdminApi } from './admin-api.ts';
import { groupsOf, type KeycloakGroup } from './groups.ts';

const account = z.object({
  id: z.string().min(1).max(200),
  username: z.string(),
  email: z.string().nullish(),
  emailVerified: z.boolean().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  enabled: z.boolean(),
  createdTimestamp: z.number().nullish(),
});
const group = z.object({ id: z.string(), name: z.string() });
const groupWithChildren = group.extend({ subGroupCount: z.number().nullish() });

const membersAtOnce = 100;
const mostGroups = 20_000;

/** The people of a Keycloak by its admin API. It tells no digests. */
export async function openKeycloakApi(syncer: Syncer, deps: ReaderDeps): Promise<Reader> {
  const token = await signInToAdminApi(syncer, deps);
  const get = <T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal) =>
    callAdminApi(syncer, deps, { path, schema, token, signal });

  /** Every entry of a list that has pages. */
  async function* listed<T>(path: string, schema: z.ZodType<T>, size: number, signal?: AbortSignal) {
    const mark = path.includes('?') ? '&' : '?';
    for (let first = 0; ; first += size) {
      const page = await get(`${path}${mark}first=${first}&max=${size}`, z.array(schema), signal);
      if (page.length > 0) yield page;
      if (page.length < size) return;
    }
  }

  async function childrenOf(path: string, parent: string, into: KeycloakGroup[]): Promise<void> {
    for await (const page of listed(`${path}?briefRepresentation=true`, groupWithChildren, pageSize))
      for (const { id, name, subGroupCount } of page) {
        if (into.length >= mostGroups || into.some((known) => known.id === id)) return;
        into.push({ id, name, parent });
        if (subGroupCount) await childrenOf(`groups/${encodeURIComponent(id)}/children`, id, into);
      }
  }
  let known: Promise<KeycloakGroup[]> | undefined;
  const allGroups = async () => {
    const found: KeycloakGroup[] = [];
    await childrenOf('groups', '', found);
    return found;
  };
  const groups = () => {
    known ??= allGroups();
    return known.then(groupsOf);
  };

  /** The groups of each person: one list of members for each group costs less than one call for each person. */
  async function members(signal: AbortSignal): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const [id, { name }] of await groups())
      for await (const page of listed(
        `groups/${encodeURIComponent(id)}/members?briefRepresentation=true`,
        account,
        membersAtOnce,
        signal,
      ))
        for (const member of page) found.set(member.id, [...(found.get(member.id) ?? []), name]);
    return found;
  }

  const toPerson = (found: z.infer<typeof account>, groupsOfPerson: string[]): Person => {
    const { id, username, email, firstName, lastName } = found;
    return {
      ...{ key: id, label: username.slice(0, 200) },
      fields: {
        ...{ id, name: username, email: email ?? '', emailVerified: found.emailVerified ?? false },
        ...{ firstName: firstName ?? '', lastName: lastName ?? '' },
        displayName: [lastName, firstName].filter(Boolean).join(' '),
        ...(found.createdTimestamp && { createdTime: new Date(found.createdTimestamp).toISOString() }),
        isForbidden: !found.enabled,
      },
      groups: groupsOfPerson,
    };
  };

  async function* pages({ keys, signal }: Reading) {
    const own = await members(signal);
    const toPage = (found: z.infer<typeof account>[]) => ({
      people: found.map((each) => toPerson(each, own.get(each.id) ?? [])),
    });
    if (!keys) {
      for await (const page of listed('users?briefRepresentation=false', account, pageSize, signal)) yield toPage(page);
      return;
    }
    for (const key of keys) {
      const found = await get(`users/${encodeURIComponent(key)}`, account, signal).catch((error) => {
        if (error instanceof SourceError && error.problem.code === 'keycloak-not-found') return;
        throw error;
      });
      if (found) yield toPage([found]);
    }
  }

  return {
    groups: async () => [...(await groups()).values()],
    people: pages,
    position: async () => undefined,
    close: async () => undefined,
  };
}
