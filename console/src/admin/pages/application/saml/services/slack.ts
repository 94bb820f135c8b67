import type { SamlService } from './saml-service.ts';

const nameFormat = 'unspecified';

export const slack: SamlService = {
  title: 'Slack',
  asks: { workspace: 'acme' },
  there: [
    { field: 'SAML 2.0 Endpoint (HTTP)', ours: 'signOn' },
    { field: 'Identity Provider Issuer', ours: 'entityId' },
    { field: 'Public Certificate', ours: 'certificate' },
    { field: 'Service Provider Issuer', text: 'https://slack.com' },
  ],
  here: {
    entityId: 'https://slack.com',
    acsUrl: 'https://{workspace}.slack.com/sso/saml',
    nameIdFormat: 'persistent',
  },
  attributes: [
    { name: 'User.Email', source: 'email', nameFormat },
    { name: 'User.Username', source: 'name', nameFormat },
    { name: 'first_name', source: 'firstName', nameFormat },
    { name: 'last_name', source: 'lastName', nameFormat },
  ],
  documentation: 'https://slack.com/help/articles/205168057-Custom-SAML-single-sign-on',
  checked: '2026-11-24',
};
