import type { SamlService } from './saml-service.ts';

/** The app "SSO & SAML authentication". */
export const nextcloud: SamlService = {
  title: 'Nextcloud',
  asks: { host: 'cloud.example.com' },
  there: [
    { field: 'Attribute to map the UID to', text: 'username' },
    { field: 'Identifier of the IdP entity', ours: 'entityId' },
    { field: 'URL Target of the IdP where the SP will send the Authentication Request Message', ours: 'signOn' },
    { field: 'URL Location of the IdP where the SP will send the SLO Request', ours: 'signOut' },
    { field: 'Public X.509 certificate of the IdP', ours: 'certificate' },
    { field: 'Attribute to map the displayname to', text: 'displayName' },
    { field: 'Attribute to map the email address to', text: 'email' },
    { field: 'Attribute to map the users groups to', text: 'groups' },
  ],
  here: {
    entityId: 'https://{host}/index.php/apps/user_saml/saml/metadata',
    acsUrl: 'https://{host}/index.php/apps/user_saml/saml/acs',
    nameIdFormat: 'unspecified',
    sloUrl: 'https://{host}/index.php/apps/user_saml/saml/sls',
  },
  attributes: [
    { name: 'username', source: 'name' },
    { name: 'displayName', source: 'displayName' },
    { name: 'email', source: 'email' },
    { name: 'groups', source: 'groups' },
  ],
  documentation: 'https://github.com/nextcloud/user_saml',
  checked: '2026-11-24',
};
