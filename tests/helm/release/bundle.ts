import { a } from '../../operator/world/declared-world.ts';

export const inShop = (kind: string, name: string, spec: object) => a(kind, name, spec, { namespace: 'shop' });

export const secret = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'shop' },
  stringData: { value },
});

/** One of each kind. The provider needs the Secret `github`. */
export const bundle = [
  inShop('Organization', 'acme', { displayName: 'Acme' }),
  inShop('Cert', 'signing', { cryptoAlgorithm: 'ES256' }),
  inShop('Provider', 'github', {
    category: 'OAuth',
    type: 'GitHub',
    clientId: 'Iv1.0123456789',
    clientSecretRef: { name: 'github', key: 'value' },
  }),
  inShop('Application', 'web', {
    organizationRef: { name: 'acme' },
    certRef: { name: 'signing' },
    providers: [{ providerRef: { name: 'github' } }],
    generate: true,
    redirectUris: ['https://shop.acme.example/callback'],
  }),
  inShop('Syncer', 'people', { organizationRef: { name: 'acme' }, type: 'Database', host: 'hr.acme.example' }),
  inShop('Ldap', 'staff', { organizationRef: { name: 'acme' }, host: 'ldap.acme.example' }),
  inShop('Webhook', 'crm', {
    organizationRef: { name: 'acme' },
    url: 'https://crm.acme.example',
    secretName: 'crm-key',
  }),
  inShop('Product', 'ticket', { displayName: 'Ticket', price: 9.9 }),
];
/** As kubectl calls them. */
export const all = bundle.map(({ kind, metadata }) => `${kind.toLowerCase()}.doorwright.dev/${metadata.name}`);
