import type { SamlService } from './saml-service.ts';

/** A federated domain of Microsoft Entra ID, set by New-MgDomainFederationConfiguration. */
export const microsoft365: SamlService = {
  title: 'Microsoft 365',
  asks: {},
  there: [
    { field: '-IssuerUri', ours: 'entityId' },
    { field: '-PassiveSignInUri', ours: 'signOn' },
    { field: '-SignOutUri', ours: 'signOut' },
    { field: '-SigningCertificate', ours: 'certificateBody' },
    { field: '-PreferredAuthenticationProtocol', text: 'saml' },
  ],
  here: {
    entityId: 'urn:federation:MicrosoftOnline',
    acsUrl: 'https://login.microsoftonline.com/login.srf',
    nameIdFormat: 'persistent',
  },
  attributes: [{ name: 'IDPEmail', source: 'email' }],
  note: 'immutableId',
  documentation: 'https://learn.microsoft.com/en-us/entra/identity/hybrid/connect/how-to-connect-fed-saml-idp',
  checked: '2026-11-24',
};
