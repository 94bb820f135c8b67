import type { TypeDescription } from '../description.ts';
import { samlFields } from './fields.ts';

export const keycloak = {
  ...samlFields,
  type: 'Keycloak',
  about: 'A realm of Keycloak, by SAML 2.0.',
  page: 'https://www.keycloak.org',
  logo: { letters: 'KC', color: '#2f5d7c' },
} as const satisfies TypeDescription;
