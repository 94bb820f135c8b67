import type { IdentityProvider } from './identity-provider.ts';

/** The fields of a provider for an identity provider. */
export const registrationOf = ({ endpoint, key, entityId }: IdentityProvider) => ({
  ...{ category: 'SAML', type: 'SAML', displayName: 'Acme SSO' },
  ...{ endpoint, idP: key.base64, issuerUrl: entityId },
});
