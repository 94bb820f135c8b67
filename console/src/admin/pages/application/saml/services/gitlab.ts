import type { SamlService } from './saml-service.ts';

/** A GitLab of one's own. The fields are those of its configuration, under `args`. */
export const gitlab: SamlService = {
  title: 'GitLab',
  asks: { host: 'gitlab.example.com' },
  there: [
    { field: 'assertion_consumer_service_url', text: 'https://{host}/users/auth/saml/callback' },
    { field: 'idp_cert', ours: 'certificate' },
    { field: 'idp_sso_target_url', ours: 'signOn' },
    { field: 'issuer', text: 'https://{host}' },
    { field: 'name_identifier_format', text: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
  ],
  here: {
    entityId: 'https://{host}',
    acsUrl: 'https://{host}/users/auth/saml/callback',
    nameIdFormat: 'persistent',
  },
  attributes: [
    { name: 'email', source: 'email' },
    { name: 'name', source: 'displayName' },
    { name: 'first_name', source: 'firstName' },
    { name: 'last_name', source: 'lastName' },
    { name: 'username', source: 'name' },
  ],
  documentation: 'https://docs.gitlab.com/integration/saml/',
  checked: '2026-11-24',
};
