import type { Entry } from 'ldapts';
import { SourceError } from '../../contract.ts';
import { comparable } from '../entries/dns.ts';
import { idOf } from '../entries/ids.ts';
import { bytesOf, textOf, textsOf, valuesOf } from '../entries/values.ts';
import { filterOf } from '../filters.ts';
import type { LdapSource } from '../source.ts';
import type { Template } from '../templates.ts';
import type { LdapConnection } from '../wire/connect.ts';
import { limits } from '../wire/limits.ts';
import { restOfRanges } from './ranges.ts';

/** A group as the directory has it. */
export interface RawGroup {
  key: string;
  dn: string;
  cn: string;
  /** Comparable DNs of its members, who are people and groups. */
  members: string[];
  memberNames: string[];
  /** The number with which people name it as their first group: gidNumber, or the group's SID. */
  number: string;
}

const attributesOf = ({ id, members, memberNames, hasBinaryId }: Template) => [
  ...['cn', id, ...members],
  ...(memberNames ? [memberNames] : []),
  hasBinaryId ? 'objectSid' : 'gidNumber',
];

async function groupOf(entry: Entry, template: Template, connection: LdapConnection): Promise<RawGroup> {
  const values = valuesOf(entry);
  const members: string[] = [];
  for (const attribute of template.members)
    members.push(...textsOf(values, attribute), ...(await restOfRanges(entry, attribute, connection)));
  return {
    key: idOf(values, template),
    dn: comparable(entry.dn),
    cn: textOf(values, 'cn').replaceAll('\0', '').slice(0, 200),
    members: members.map(comparable),
    memberNames: template.memberNames ? textsOf(values, template.memberNames) : [],
    number: template.hasBinaryId ? (bytesOf(values, 'objectSid')?.toString('hex') ?? '') : textOf(values, 'gidNumber'),
  };
}

export const groupBaseOf = ({ groupBaseDn, baseDn }: LdapSource) => groupBaseDn || baseDn;

/** All groups of the directory. Those without a name or an ID are left out. */
export async function readGroups(
  source: LdapSource,
  template: Template,
  connection: LdapConnection,
): Promise<RawGroup[]> {
  const found: RawGroup[] = [];
  let memberships = 0;
  const question = {
    base: groupBaseOf(source),
    filter: filterOf(source.groupFilter || template.groupFilter, 'groupFilter'),
    attributes: attributesOf(template),
    binary: ['objectGUID', 'objectSid'],
  };
  for await (const entries of connection.pages(question))
    for (const entry of entries) {
      const group = await groupOf(entry, template, connection);
      memberships += group.members.length + group.memberNames.length;
      if (group.key && group.cn) found.push(group);
      if (found.length > limits.groups || memberships > limits.memberships)
        throw new SourceError({ code: 'ldap-endless', params: { max: limits.groups } });
    }
  return found;
}
