import type { SamlService } from './saml-service.ts';

/** The profile of a whole organization, with an issuer for its domain. */
export const googleWorkspace: SamlService = {
  title: 'Google Workspace',
  asks: { domain: 'example.com' },
  there: [
    { field: 'Sign-in page URL', ours: 'signOn' },
    { field: 'Sign-out page URL', ours: 'signOut' },
    { field: 'Verification certificate', ours: 'certificate' },
    { field: 'Use a domain-specific issuer', text: '✓' },
  ],
  here: {
    entityId: 'google.com/a/{domain}',
    acsUrl: 'https://www.google.com/a/{domain}/acs',
    nameIdFormat: 'emailAddress',
  },
  attributes: [],
  note: 'sameUserName',
  documentation: 'https://support.google.com/a/answer/6349809',
  checked: '2026-11-24',
};
