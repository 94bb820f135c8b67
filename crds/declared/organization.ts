import { z } from 'zod';
import { brandConstraints } from '../brand/declared.ts';
import { declare } from '../declare.ts';
import { apiAccesses } from '../options/api-access.ts';
import { allowedReferrers, revocations } from './allowed-referrers.ts';
import { scimTokenStates, scimTokens } from './scim-tokens.ts';

export const organizationDeclared = declare({
  shortName: 'dworg',
  references: { defaultApplication: 'defaultApplicationRef' },
  weak: ['defaultApplication'],
  secrets: { passwordSalt: 'passwordSaltSecretRef', masterPassword: 'masterPasswordSecretRef' },
  // New users get the first tag at sign-up.
  ordered: ['tags'],
  also: {
    allowedReferrers: allowedReferrers(['Application', 'Ldap', 'Provider', 'Syncer', 'Webhook'], {
      apiAccess: z
        .enum(apiAccesses)
        .describe('The widest `apiAccess` for Applications of other namespaces. The default is `read-account`.')
        .optional(),
      enableSignUp: z
        .boolean()
        .describe('Applications of other namespaces can allow anyone to sign up. The default is false.')
        .optional(),
      isUserExtended: z
        .boolean()
        .describe('Webhooks of other namespaces can send whole users. The default is false.')
        .optional(),
    }),
    revocation: z
      .enum(revocations)
      .describe(
        'What happens to an Application when allowedReferrers no longer permit it: Freeze leaves it as it is, without what was granted, Disable stops it. The stricter of this and the own `revocation` of the Application holds. Freeze when absent.',
      ),
    scimTokens,
  },
  constraints: brandConstraints,
  status: { scimTokens: scimTokenStates },
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
