import type { SamlService } from './saml-service.ts';

/** GitHub Enterprise Server. It makes the user name from the NameID, unless an attribute says it. */
export const githubEnterprise: SamlService = {
  title: 'GitHub Enterprise',
  asks: { host: 'github.example.com' },
  there: [
    { field: 'Single sign-on URL', ours: 'signOn' },
    { field: 'Issuer', ours: 'entityId' },
    { field: 'Verification certificate', ours: 'certificate' },
    { field: 'Name Identifier Format', text: 'persistent' },
  ],
  here: { entityId: 'https://{host}', acsUrl: 'https://{host}/saml/consume', nameIdFormat: 'persistent' },
  attributes: [
    { name: 'username', source: 'name' },
    { name: 'full_name', source: 'displayName' },
    { name: 'emails', source: 'email' },
  ],
  documentation:
    'https://docs.github.com/en/enterprise-server@3.18/admin/managing-iam/iam-configuration-reference/saml-configuration-reference',
  checked: '2026-11-24',
};
