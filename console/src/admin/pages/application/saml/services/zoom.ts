import type { SamlService } from './saml-service.ts';

export const zoom: SamlService = {
  title: 'Zoom',
  asks: { workspace: 'acme' },
  there: [
    { field: 'Sign-in page URL', ours: 'signOn' },
    { field: 'Sign-out page URL', ours: 'signOut' },
    { field: 'Identity provider certificate', ours: 'certificateBody' },
    { field: 'Service Provider (SP) Entity ID', text: 'https://{workspace}.zoom.us' },
    { field: 'Issuer (IDP Entity ID)', ours: 'entityId' },
    { field: 'Binding', text: 'HTTP-Redirect' },
    { field: 'Signature Hash Algorithm', text: 'SHA-256' },
  ],
  here: {
    entityId: 'https://{workspace}.zoom.us',
    acsUrl: 'https://{workspace}.zoom.us/saml/SSO',
    nameIdFormat: 'emailAddress',
    sloUrl: 'https://{workspace}.zoom.us/saml/SingleLogout',
  },
  attributes: [
    { name: 'email', source: 'email' },
    { name: 'firstName', source: 'firstName' },
    { name: 'lastName', source: 'lastName' },
  ],
  note: 'ownMapping',
  documentation: 'https://library.zoom.com/admin-corner/account-and-endpoint-management/sso-field-guide',
  checked: '2026-11-24',
};
