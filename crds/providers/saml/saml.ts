import type { TypeDescription } from '../description.ts';
import { samlFields } from './fields.ts';

/** An identity provider with the Web Browser SSO Profile of SAML 2.0. */
export const anySaml = {
  ...samlFields,
  type: 'SAML',
  about: 'Any identity provider that speaks SAML 2.0.',
  page: 'https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf',
  logo: { letters: 'SA', color: '#5b4a8a' },
} as const satisfies TypeDescription;
