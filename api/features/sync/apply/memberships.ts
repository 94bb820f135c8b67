import type { SyncLink } from '@doorwright/crds/kinds/sync-link.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { changeLink, links } from '../store/links.ts';
import { targetObject, targetsOf } from './group-targets.ts';

/** A person whose groups a run sets: their user as owner/name, their link, and the names of their groups. */
export interface Member {
  user: string;
  link: SyncLink;
  wanted: readonly string[];
}

/** The groups that other sources give to these users, by ID. Two sources do not take each other's members. */
async function givenByOthers(
  { sql }: Work,
  source: Source,
  members: readonly Member[],
): Promise<Map<string, Set<string>>> {
  const userIds = members.map(({ link }) => link.userId);
  const rows: { user_id: string; groups: string[] }[] = await sql(links)
    .whereIn('user_id', userIds)
    .whereNot({ source: source.id })
    .select('user_id', 'groups');
  const given = new Map<string, Set<string>>();
  for (const { user_id: id, groups } of rows) given.set(id, new Set([...(given.get(id) ?? []), ...groups]));
  return given;
}

interface Change {
  give: Member[];
  take: Member[];
}

function changesByTarget(source: Source, members: readonly Member[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  const of = (target: string) => {
    const change = changes.get(target) ?? { give: [], take: [] };
    changes.set(target, change);
    return change;
  };
  for (const member of members) {
    const wanted = new Set(targetsOf(source, member.wanted));
    for (const target of wanted) if (!member.link.groups.includes(target)) of(target).give.push(member);
    for (const target of member.link.groups) if (!wanted.has(target)) of(target).take.push(member);
  }
  return changes;
}

/**
 * Puts people into the groups and roles that their source gives, and takes them out of those it no longer gives. A membership that
 * somebody set by hand, or that another source gives too, stays. Returns the groups that were refused.
 */
export async function setMemberships(
  deps: SyncDeps,
  context: RequestContext,
  work: Work,
  source: Source,
  members: readonly Member[],
): Promise<Map<string, Refusal>> {
  const refused = new Map<string, Refusal>();
  if (members.length === 0) return refused;
  const others = await givenByOthers(work, source, members);
  const owned = new Map(members.map(({ link }) => [link.id, new Set(link.groups)]));
  // The order is that of all runs, so that no two wait for each other's groups.
  for (const [target, { give, take }] of [...changesByTarget(source, members)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const { kind: name, owner, name: key } = targetObject(target);
    const object = (await work.store(name).find(work.sql, owner, key, 'forNoKeyUpdate')) as Draft | undefined;
    for (const { link } of take) owned.get(link.id)?.delete(target);
    if (!object) continue;
    const before = new Set(object.users as string[]);
    const isGivenBy = ({ link }: Member) => others.get(link.userId)?.has(target) ?? false;
    const leaving = new Set(take.filter((each) => !isGivenBy(each)).map(({ user }) => user));
    const users = [...new Set([...before, ...give.map(({ user }) => user)])].filter((user) => !leaving.has(user));
    try {
      await deps.objects.steps.change(deps.registry.named(name), context, { owner, key }, { users }, work);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(target, error);
      continue;
    }
    for (const each of give) if (!before.has(each.user) || isGivenBy(each)) owned.get(each.link.id)?.add(target);
  }
  for (const { link, wanted } of members)
    await changeLink(work.sql, deps, link, { wanted: [...wanted], groups: [...(owned.get(link.id) ?? [])] });
  return refused;
}
