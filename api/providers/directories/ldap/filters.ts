import { AndFilter, type Filter, FilterParser, OrFilter, PresenceFilter } from 'ldapts';
import { SourceError } from '../contract.ts';

/** Reads a filter that a person wrote. */
export function filterOf(text: string, field: 'filter' | 'groupFilter'): Filter {
  try {
    return FilterParser.parseString(text.trim());
  } catch (error) {
    throw new SourceError({ code: 'ldap-bad-filter', params: { filter: text }, field }, error);
  }
}

export const both = (...filters: Filter[]): Filter => new AndFilter({ filters });
export const oneOf = (filters: Filter[]): Filter => new OrFilter({ filters });
/** Matches every entry. */
export const anything = new PresenceFilter({ attribute: 'objectClass' });
