import { type Entry, EqualityFilter, type Filter } from 'ldapts';
import type { Person } from '../../contract.ts';
import { idFilter } from '../entries/ids.ts';
import { mappingOf, personAttributes, personOf } from '../entries/person.ts';
import { both, filterOf } from '../filters.ts';
import { readRoot, templateOf } from '../root-entry.ts';
import type { LdapSource } from '../source.ts';
import type { Template } from '../templates.ts';
import type { LdapConnection } from '../wire/connect.ts';

export interface Found {
  dn: string;
  person: Person;
  template: Template;
}

/** Two tell that there is more than one. */
const atMost = 2;

async function find(
  connection: LdapConnection,
  source: LdapSource,
  wanted: (template: Template) => Filter,
): Promise<Found[]> {
  const template = templateOf(source, await readRoot(connection, source));
  const mapping = mappingOf(source, template);
  const entries: Entry[] = await connection.search({
    base: source.baseDn,
    filter: both(filterOf(source.filter || template.filter, 'filter'), wanted(template)),
    attributes: personAttributes(mapping, template),
    binary: ['objectGUID', 'objectSid'],
    atMost,
  });
  const reading = { source, template, mapping, now: Date.now() };
  return entries.map((entry) => ({ dn: entry.dn, template, person: personOf(entry, reading) }));
}

/** The people with this login name. The library writes the name as a value, so no character of it is part of a filter. */
export const findByLogin = (connection: LdapConnection, source: LdapSource, loginName: string): Promise<Found[]> =>
  find(connection, source, ({ login }) => new EqualityFilter({ attribute: login, value: loginName }));

export const findByKey = (connection: LdapConnection, source: LdapSource, key: string): Promise<Found[]> =>
  find(connection, source, (template) => idFilter(template, key));
