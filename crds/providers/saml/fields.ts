import type { TypeDescription } from '../description.ts';

/** What all identity providers with SAML 2.0 have in common. */
export const samlFields = {
  offered: true,
  uses: [
    'endpoint',
    'requestBinding',
    'idP',
    'issuerUrl',
    'nameIdFormat',
    'enableSignAuthnRequest',
    'cert',
    'allowSha1',
    'metadataUrl',
    'metadataCert',
    'allowUnsolicited',
    'userMapping',
    'customLogo',
    'enableSignUp',
  ],
  terms: { endpoint: 'signOnAddress', cert: 'requestCert', userMapping: 'attributes' },
  required: ['endpoint', 'idP', 'issuerUrl'],
  trial: 'signIn',
} as const satisfies Omit<TypeDescription, 'type' | 'logo'>;
