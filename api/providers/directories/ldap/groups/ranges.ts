import type { Entry } from 'ldapts';
import { SourceError } from '../../contract.ts';
import { anything } from '../filters.ts';
import type { LdapConnection } from '../wire/connect.ts';
import { limits } from '../wire/limits.ts';

interface Range {
  values: string[];
  /** The index after its last value. Undefined for the last range. */
  next: number | undefined;
}

/** Active Directory answers with `member;range=0-1499`, and the last range ends with `*`. */
function rangeOf(entry: Entry, attribute: string): Range | undefined {
  for (const [name, found] of Object.entries(entry)) {
    const range = /^(.+);range=\d+-(\d+|\*)$/i.exec(name);
    if (range?.[1]?.toLowerCase() !== attribute.toLowerCase()) continue;
    const values = [found].flat().filter((value) => typeof value === 'string');
    return { values, next: range[2] === '*' ? undefined : Number(range[2]) + 1 };
  }
  return undefined;
}

/** The values of an attribute that the server gives in ranges. */
export async function restOfRanges(entry: Entry, attribute: string, connection: LdapConnection): Promise<string[]> {
  let range = rangeOf(entry, attribute);
  const values = [...(range?.values ?? [])];
  while (range?.next !== undefined) {
    const { next } = range;
    const [more] = await connection.search({
      base: entry.dn,
      scope: 'base',
      filter: anything,
      attributes: [`${attribute};range=${next}-*`],
    });
    range = more && rangeOf(more, attribute);
    // A range that leads back, or to nothing, would never end.
    if (range?.next !== undefined && range.next <= next) break;
    values.push(...(range?.values ?? []));
    if (values.length > limits.memberships)
      throw new SourceError({ code: 'ldap-endless', params: { max: limits.memberships } });
  }
  return values;
}
