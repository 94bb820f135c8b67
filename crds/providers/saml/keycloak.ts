import type { TypeDescription } from '../description.ts';

export const keycloak = {
  type: 'Keycloak',
  offered: false,
  page: 'https://www.keycloak.org',
  logo: { letters: 'KC', color: '#2f5d7c' },
  uses: ['enableSignAuthnRequest', 'metadata', 'endpoint', 'idP', 'issuerUrl', 'enableSignUp'],
  terms: { endpoint: 'signOnAddress' },
  required: ['endpoint', 'idP', 'issuerUrl'],
} as const satisfies TypeDescription;
