import type { ImportedObject } from '../contract.ts';
import type { Prefixes } from './phones.ts';

/** The organization that the caller named for people without one. If it is there already, it stays as it is. */
export const namedOrganization = (name: string, prefixes: Prefixes): ImportedObject => ({
  ...{ kind: 'organization', from: 'the named organization' },
  fields: {
    ...{ owner: 'admin', name },
    ...(prefixes.usual() && { phonePrefix: prefixes.usual() }),
    ...(prefixes.isMixed() && { allowForeignPhones: true }),
  },
});
