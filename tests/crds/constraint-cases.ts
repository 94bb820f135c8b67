import { providerCategories, typesOf } from '@doorwright/crds/providers/index.ts';
import { applications } from './application-cases.ts';
import {
  type Case,
  fixedOrganization,
  looks,
  naming,
  organizationRef,
  referrers,
  reserved,
  secret,
} from './constraint-case.ts';

const providers: Case[] = [
  ...naming('Provider'),
  referrers('Provider', 'Application'),
  ...providerCategories.map(
    (category): Case => ({
      kind: 'Provider',
      message: `type must be one of ${typesOf(category).join(', ')} for ${category}`,
      accepted: { category, type: typesOf(category)[0] },
      refused: { category, type: category === 'OAuth' ? 'Default' : 'GitHub' },
    }),
  ),
  {
    kind: 'Provider',
    message:
      'subType must be Internal or Third-party for WeCom and Infoflow, nc or ic for Aliyun Captcha, and empty for all others',
    accepted: { type: 'WeCom', subType: 'Internal' },
    refused: { type: 'GitHub', subType: 'nc' },
  },
];

const certs: Case[] = [
  ...naming('Cert'),
  ...reserved('Cert', 'cert-built-in'),
  referrers('Cert', 'Provider'),
  {
    kind: 'Cert',
    message: 'set keySecretRef for your own key, or secretName for a generated key, but not both',
    accepted: { keySecretRef: secret },
    refused: { keySecretRef: secret, secretName: 'other' },
  },
  {
    kind: 'Cert',
    message: 'bitSize must be at least 2048 for RSA',
    accepted: { cryptoAlgorithm: 'ES256', bitSize: 256 },
    refused: { cryptoAlgorithm: 'PS256', bitSize: 1024 },
  },
];

const scimToken = (name: string) => ({ name, secretName: name });

const organizations: Case[] = [
  ...naming('Organization'),
  ...reserved('Organization', 'built-in'),
  referrers('Organization', 'Syncer'),
  looks('Organization'),
  {
    kind: 'Organization',
    message: 'must be Admin or Immutable, because only administrators see this item',
    accepted: { accountItems: [{ name: 'Tag', viewRule: 'Admin', modifyRule: 'Immutable' }] },
    refused: { accountItems: [{ name: 'Tag', viewRule: 'Admin' }] },
  },
  {
    kind: 'Organization',
    message: 'scimTokens must have a Secret each',
    accepted: { scimTokens: [scimToken('okta'), scimToken('entra')] },
    refused: { scimTokens: [scimToken('okta'), { ...scimToken('entra'), secretName: 'okta' }] },
  },
  {
    kind: 'Organization',
    message: 'overlapHours must be shorter than intervalDays',
    accepted: { scimTokens: [{ ...scimToken('okta'), rotation: { intervalDays: 1, overlapHours: 23 } }] },
    refused: { scimTokens: [{ ...scimToken('okta'), rotation: { intervalDays: 1, overlapHours: 24 } }] },
  },
];

const syncers: Case[] = [
  ...naming('Syncer', { organizationRef }),
  fixedOrganization('Syncer', { organizationRef }),
  {
    kind: 'Syncer',
    message: 'table must be user_entity for Keycloak',
    accepted: { organizationRef, type: 'Keycloak', table: 'user_entity' },
    refused: { organizationRef, type: 'Keycloak', table: 'users' },
  },
  {
    kind: 'Syncer',
    message: 'syncInterval must be at least 1 when the syncer is enabled',
    accepted: { organizationRef, isEnabled: true, syncInterval: 1 },
    refused: { organizationRef, isEnabled: true, syncInterval: 0 },
  },
];

const ldaps: Case[] = [
  ...naming('Ldap', { organizationRef }),
  fixedOrganization('Ldap', { organizationRef }),
  {
    kind: 'Ldap',
    message: 'set spec.name to a name of at most 63 characters without dots, because metadata.name does not fit',
    accepted: { organizationRef, name: 'short' },
    refused: { organizationRef },
    // The longest namespace, a dot and this are more than an ID may have.
    name: 'd'.repeat(37),
  },
];

const hook = { organizationRef, url: 'https://crm.example' };
const headersOf = (name: string) => ({ ...hook, headers: [{ name, valueSecretRef: secret }] });

const webhooks: Case[] = [
  ...naming('Webhook', hook),
  fixedOrganization('Webhook', hook),
  {
    kind: 'Webhook',
    accepted: hook,
    refused: { ...hook, url: 'https://user:secret@hooks.example/' },
    message: 'url must hold no user name and no password: use a header with valueSecretRef',
  },
  {
    kind: 'Webhook',
    accepted: headersOf('X-Key'),
    refused: headersOf('Content-Length'),
    message: 'headers must leave out those that the server sets, such as Host, Content-Length and webhook-signature',
  },
  {
    kind: 'Webhook',
    message: 'set keySecretRef for your own key, or secretName for a generated key, but not both',
    accepted: { ...hook, keySecretRef: secret },
    refused: { ...hook, keySecretRef: secret, secretName: 'other' },
  },
  {
    kind: 'Webhook',
    message: 'url must begin with https:// or http:// and name a host',
    accepted: { ...hook, url: 'http://crm.shop.svc/events?key=1' },
    refused: { ...hook, url: 'https:///events' },
  },
  {
    kind: 'Webhook',
    message: "headers must have names of letters, digits and the characters !#$%&'*+-.^_`|~",
    accepted: headersOf("X-Api_Key!#$%&'*+.^`|~1"),
    refused: headersOf('X-Key: 1'),
  },
];

const sale = { displayName: 'A ticket', price: 9.9 };
const tills = (...names: string[]) => ({ ...sale, providerRefs: names.map((name) => ({ name })) });

const price = (amount: number, currency: string) => ({ ...sale, price: amount, currency });
const tooFine = (accepted: object, refused: object) => ({
  ...{ kind: 'Product', message: 'price must not have more decimal places than its currency' },
  ...{ accepted: { ...accepted }, refused: { ...refused } },
});

const products: Case[] = [
  ...naming('Product', sale),
  tooFine(price(9.9, 'USD'), price(9.905, 'USD')),
  tooFine(price(999_999.99, 'CNY'), price(0.001, 'CNY')),
  tooFine(price(300, 'JPY'), price(9.9, 'JPY')),
  tooFine(price(1.005, 'KWD'), price(1.0005, 'KWD')),
  {
    kind: 'Product',
    message: 'each resource can be named only once',
    accepted: tills('stripe', 'paypal'),
    refused: tills('stripe', 'stripe'),
  },
];

export const cases: readonly Case[] = [
  ...organizations,
  ...applications,
  ...providers,
  ...certs,
  ...webhooks,
  ...syncers,
  ...ldaps,
  ...products,
];
