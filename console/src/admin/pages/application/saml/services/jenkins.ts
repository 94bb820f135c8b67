import type { SamlService } from './saml-service.ts';

/** The SAML plugin. Its entity ID is its ACS URL, unless its advanced settings say another. */
export const jenkins: SamlService = {
  title: 'Jenkins',
  asks: { host: 'jenkins.example.com' },
  there: [
    { field: 'IdP Metadata URL', ours: 'metadataUrl' },
    { field: 'Display Name Attribute', text: 'displayName' },
    { field: 'Group Attribute', text: 'groups' },
    { field: 'Username Attribute', text: 'username' },
    { field: 'Email Attribute', text: 'email' },
  ],
  here: {
    entityId: 'https://{host}/securityRealm/finishLogin',
    acsUrl: 'https://{host}/securityRealm/finishLogin',
    nameIdFormat: 'unspecified',
  },
  attributes: [
    { name: 'username', source: 'name' },
    { name: 'displayName', source: 'displayName' },
    { name: 'email', source: 'email' },
    { name: 'groups', source: 'groups' },
  ],
  documentation: 'https://github.com/jenkinsci/saml-plugin/blob/main/doc/CONFIGURE.md',
  checked: '2026-11-24',
};
