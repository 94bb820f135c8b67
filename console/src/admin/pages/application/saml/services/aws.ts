import type { SamlService } from './saml-service.ts';

/** AWS gives each instance its two addresses, which differ by region and endpoint. */
export const aws: SamlService = {
  title: 'AWS IAM Identity Center',
  asks: {
    entityId: 'https://us-east-1.signin.aws.amazon.com/platform/saml/d-1234567890',
    acsUrl: 'https://us-east-1.signin.aws.amazon.com/platform/saml/acs/…',
  },
  there: [
    { field: 'IdP SAML metadata', ours: 'metadata' },
    { field: 'IdP sign-in URL', ours: 'signOn' },
    { field: 'IdP issuer URL', ours: 'entityId' },
    { field: 'IdP certificate', ours: 'certificate' },
  ],
  here: { entityId: '{entityId}', acsUrl: '{acsUrl}', nameIdFormat: 'emailAddress' },
  attributes: [],
  note: 'sameUserName',
  documentation: 'https://docs.aws.amazon.com/singlesignon/latest/userguide/how-to-connect-idp.html',
  checked: '2026-11-24',
};
