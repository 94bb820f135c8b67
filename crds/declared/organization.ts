import { declare } from '../declare.ts';
import { referenceTo } from '../reference.ts';
import { allowedReferrers } from './allowed-referrers.ts';

export const organizationDeclared = declare({
  shortName: 'dworg',
  // Set once the application is there: see defaultApplicationRef.
  omits: ['defaultApplication'],
  secrets: { passwordSalt: 'passwordSaltSecretRef', masterPassword: 'masterPasswordSecretRef' },
  // The first tag is given to new sign-ups.
  ordered: ['tags'],
  also: {
    defaultApplicationRef: referenceTo(
      'Application',
      'Application whose pages users of the organization see when they name none. It may come later than the organization.',
      { weak: true },
    ),
    allowedReferrers: allowedReferrers(['Application', 'Syncer']),
  },
  columns: [
    {
      name: 'PasswordType',
      type: 'string',
      jsonPath: '.spec.passwordType',
      about: 'How new passwords are stored.',
    },
  ],
  deletionPolicy: 'Orphan',
  deletionProtection: true,
});
