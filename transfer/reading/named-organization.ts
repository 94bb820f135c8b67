import type { ImportedObject } from '../contract.ts';

/** The organization that the caller named for people without one. If it is there already, it stays as it is. */
export const namedOrganization = (name: string, phonePrefix: string): ImportedObject => ({
  ...{ kind: 'organization', from: 'the named organization' },
  fields: { owner: 'admin', name, ...(phonePrefix && { phonePrefix }) },
});
