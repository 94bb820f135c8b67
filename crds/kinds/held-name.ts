import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { text } from '../field.ts';

/**
 * A name of SAML or CAS that only one organization may use: of an application, or of a service provider. The name of the row is the sort of the
 * name and its digest. An organization that is gone holds its names under no organization.
 */
export const heldName = defineKind({
  kind: 'HeldName',
  about: 'A name of SAML or CAS that only one organization may use.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    organization: text('Organization', {
      about: 'Organization that may use the name. Empty if it was deleted.',
      refers: { kind: 'organization', by: 'name', onDelete: 'detach' },
    }),
    resource: text('Resource', {
      about: 'Organization and resource that declared the deleted application; empty where none did.',
      max: 750,
    }),
    deletion: text('Deletion', { about: 'Deletion of the organization, which can be restored.' }),
  },
  lookups: [['deletion']],
});

export type HeldName = z.infer<typeof heldName.schema>;
