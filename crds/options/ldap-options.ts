import { z } from 'zod';
import { choice, text } from '../field.ts';
import { mappedFields } from './syncer-options.ts';

export const directoryTypes = ['OpenLDAP', 'Active Directory', 'FreeIPA', '389 Directory Server'] as const;
export const encryptions = ['StartTLS', 'LDAPS', 'None'] as const;
export const groupUses = ['None', 'Groups', 'Roles', 'Groups and roles'] as const;
export const signInModes = ['Off', 'Synchronized people', 'Everybody'] as const;

export const mappedAttribute = z.object({
  attribute: text('Attribute', { about: 'Name of the attribute in the directory.' }),
  field: choice('Field', mappedFields, { about: 'Field of the user that it fills.', initial: 'DisplayName' }),
});
