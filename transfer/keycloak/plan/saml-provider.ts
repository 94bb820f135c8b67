import type { IdentityProvider } from '../representation.ts';

const formats: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'transient',
};

/** A SAML identity provider of Keycloak in the fields of a provider. */
export const samlFields = ({ config }: IdentityProvider): Record<string, unknown> => ({
  endpoint: config.singleSignOnServiceUrl ?? '',
  idP: (config.signingCertificate ?? '').replaceAll(/\s+/g, ''),
  issuerUrl: config.idpEntityId ?? '',
  requestBinding: config.postBindingAuthnRequest === 'true' ? 'POST' : 'Redirect',
  nameIdFormat: formats[config.nameIDPolicyFormat ?? ''] ?? '',
  enableSignAuthnRequest: config.wantAuthnRequestsSigned === 'true',
  ...(config.useMetadataDescriptorUrl === 'true' && { metadataUrl: config.metadataDescriptorUrl ?? '' }),
});
