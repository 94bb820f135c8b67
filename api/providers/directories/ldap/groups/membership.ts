import type { Entry } from 'ldapts';
import type { SourceGroup } from '../../contract.ts';
import { comparable } from '../entries/dns.ts';
import { bytesOf, textOf, valuesOf } from '../entries/values.ts';
import type { Template } from '../templates.ts';
import type { RawGroup } from './read-groups.ts';

export interface Membership {
  groups: readonly SourceGroup[];
  /** Names of the groups of a person, also through other groups. */
  namesOf(entry: Entry): string[];
}

/** Names by key. Groups of one name in several parts of the directory get a part of their key. */
function namesByKey(groups: readonly RawGroup[]): Map<string, string> {
  const taken = new Set<string>();
  const named = groups.map(({ key, cn }): [string, string] => {
    const name = taken.has(cn.toLowerCase()) ? `${cn}-${key.slice(0, 8)}` : cn;
    taken.add(cn.toLowerCase());
    return [key, name];
  });
  return new Map(named);
}

const push = (index: Map<string, RawGroup[]>, name: string, group: RawGroup) => {
  const known = index.get(name);
  if (known) known.push(group);
  else index.set(name, [group]);
};

/** The number of a person's first group, in the form of `RawGroup.number`. */
function firstGroupOf(entry: Entry, { hasBinaryId }: Template): string {
  const values = valuesOf(entry);
  if (!hasBinaryId) return textOf(values, 'gidNumber');
  const [sid, relative] = [bytesOf(values, 'objectSid'), Number(textOf(values, 'primaryGroupID'))];
  if (!sid || sid.length < 8 || !Number.isInteger(relative) || relative <= 0 || relative > 0xffff_ffff) return '';
  // The SID of a group is that of its domain with the group's own number at the end.
  const group = Buffer.from(sid);
  group.writeUInt32LE(relative, group.length - 4);
  return group.toString('hex');
}

/** Who is in which group. Groups in groups are followed, and a circle ends where it began. */
export function membershipOf(found: readonly RawGroup[], template: Template): Membership {
  const groups = [...found].sort((one, other) => (one.key < other.key ? -1 : 1));
  const names = namesByKey(groups);
  const nameOf = ({ key }: RawGroup) => names.get(key) ?? '';
  const [byMember, byMemberName, byNumber] = [new Map(), new Map(), new Map()] as Map<string, RawGroup[]>[] as [
    Map<string, RawGroup[]>,
    Map<string, RawGroup[]>,
    Map<string, RawGroup[]>,
  ];
  for (const group of groups) {
    for (const member of group.members) push(byMember, member, group);
    for (const member of group.memberNames) push(byMemberName, member.toLowerCase(), group);
    if (group.number) push(byNumber, group.number, group);
  }

  function withContaining(direct: readonly RawGroup[]): Set<RawGroup> {
    const all = new Set<RawGroup>();
    const open = [...direct];
    for (let group = open.pop(); group; group = open.pop()) {
      if (all.has(group)) continue;
      all.add(group);
      open.push(...(byMember.get(group.dn) ?? []));
    }
    return all;
  }

  /** The first group that contains it, unless this closes a circle. */
  function parentOf(group: RawGroup): RawGroup | undefined {
    const containing = [...(byMember.get(group.dn) ?? [])].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    return containing.find((each) => each !== group && !withContaining([each]).has(group));
  }

  return {
    groups: groups.map((group) => {
      const parent = parentOf(group);
      return { key: group.key, name: nameOf(group), displayName: group.cn, ...(parent && { parent: nameOf(parent) }) };
    }),
    namesOf(entry) {
      const direct = [
        ...(byMember.get(comparable(entry.dn)) ?? []),
        ...(byMemberName.get(textOf(valuesOf(entry), template.login).toLowerCase()) ?? []),
        ...(byNumber.get(firstGroupOf(entry, template)) ?? []),
      ];
      return [...withContaining(direct)].map(nameOf).sort();
    },
  };
}
