import type { SamlService } from './saml-service.ts';

/** Grafana Enterprise and Grafana Cloud. The fields are those of the section `auth.saml` of its configuration. */
export const grafana: SamlService = {
  title: 'Grafana',
  asks: { host: 'grafana.example.com' },
  there: [
    { field: 'idp_metadata_url', ours: 'metadataUrl' },
    { field: 'assertion_attribute_login', text: 'login' },
    { field: 'assertion_attribute_name', text: 'displayName' },
    { field: 'assertion_attribute_email', text: 'mail' },
    { field: 'assertion_attribute_groups', text: 'groups' },
  ],
  here: {
    entityId: 'https://{host}/saml/metadata',
    acsUrl: 'https://{host}/saml/acs',
    nameIdFormat: 'transient',
    sloUrl: 'https://{host}/saml/slo',
  },
  attributes: [
    { name: 'login', source: 'name' },
    { name: 'displayName', source: 'displayName' },
    { name: 'mail', source: 'email' },
    { name: 'groups', source: 'groups' },
  ],
  documentation:
    'https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/saml/saml-configuration-options/',
  checked: '2026-11-24',
};
