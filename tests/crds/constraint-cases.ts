import { providerCategories, typesOf } from '@doorwright/crds/providers/index.ts';

/** One constraint, with a spec that it accepts and one that it refuses. */
export interface Case {
  kind: string;
  /** A text that the refusal contains. */
  message: string;
  accepted: Record<string, unknown>;
  refused: Record<string, unknown>;
  /** Only a change can break it: `accepted` is stored, and `refused` is the update. */
  change?: true;
  /** metadata.name, if it matters. */
  name?: string;
}

const organizationRef = { name: 'acme' };
const client = { organizationRef, generate: true };
const rotation = { intervalDays: 30, overlapHours: 24 };
const selector = { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } };
const secret = { name: 'given', key: 'value' };

const referrers = (kind: string, referrer: string, rest = {}): Case => ({
  kind,
  message: 'selector is required when from is Selector, and not allowed otherwise',
  accepted: { ...rest, allowedReferrers: [{ kinds: [referrer], namespaces: { from: 'Selector', selector } }] },
  refused: { ...rest, allowedReferrers: [{ kinds: [referrer], namespaces: { from: 'All', selector } }] },
});

const naming = (kind: string, spec = {}): Case[] => [
  {
    kind,
    message: 'spec.name cannot be changed: delete the resource and create one with the new name',
    accepted: { ...spec, name: 'one' },
    refused: { ...spec, name: 'two' },
    change: true,
  },
  {
    kind,
    message: 'set spec.name to a name of at most 63 characters without dots, because metadata.name does not fit',
    accepted: { ...spec, name: 'short' },
    refused: spec,
    name: 'with.dots',
  },
  {
    kind,
    message:
      'spec.name must be a DNS label; an object that is there under another name can be declared with managementPolicy: Observe, or with adoptionPolicy: IfIdentical or Adopt',
    accepted: { ...spec, name: 'as_it_was_Called', adoptionPolicy: 'IfIdentical' },
    refused: { ...spec, name: 'as_it_was_Called' },
  },
];

/** The name is in spec.name, or comes from metadata.name. */
const reserved = (kind: string, name: string, spec = {}): Case[] => {
  const message = `the platform keeps ${name} itself: declare it with managementPolicy: Observe`;
  return [
    { kind, message, accepted: { ...spec, name, managementPolicy: 'Observe' }, refused: { ...spec, name } },
    { kind, message, accepted: { ...spec, name: 'another' }, refused: spec, name },
  ];
};

const fixedOrganization = (kind: string, spec: Record<string, unknown>): Case => ({
  kind,
  message: 'organizationRef cannot be changed once it is set: delete the resource and create it again',
  accepted: spec,
  refused: { ...spec, organizationRef: { name: 'other' } },
  change: true,
});

const applicationCase = (message: string, accepted: object, refused: object): Case => ({
  kind: 'Application',
  message,
  accepted: { organizationRef, ...accepted },
  refused: { organizationRef, ...refused },
});

const secure =
  'redirectUris must begin with https:// and have neither user nor fragment; http:// is allowed for localhost, 127.0.0.1 and [::1] only';
const placed = 'casServices may have * only as /* at the end of the path';
const secureServices =
  'casServices must begin with https:// and have neither user nor fragment; http:// is allowed for localhost, 127.0.0.1 and [::1] only';
const services = (accepted: string, refused: string, message = secureServices) =>
  applicationCase(message, { generate: true, casServices: [accepted] }, { generate: true, casServices: [refused] });
const source =
  'set exactly one of clientSecretRef and generate: true; only a public client and one that authenticates by ServiceAccount need neither';
const byServiceAccount = { method: 'KubernetesServiceAccount', serviceAccountRef: { name: 'shop' } };

const marks = { 'example.com/Team_1': 'Shop.a-b_c', team: '' };
const markCase = (member: 'labels' | 'annotations', message: string, refused: Record<string, string>): Case => {
  const spec = (metadata: object) => ({ generate: true, connectionSecret: { template: { metadata } } });
  return applicationCase(message, spec({ [member]: marks }), spec({ [member]: refused }));
};

const redirects = (accepted: string, refused: string, message = secure) =>
  applicationCase(message, { generate: true, redirectUris: [accepted] }, { generate: true, redirectUris: [refused] });

const applications: Case[] = [
  ...naming('Application', client),
  ...reserved('Application', 'app-built-in', client),
  fixedOrganization('Application', client),
  {
    kind: 'Application',
    message: 'clientId cannot be changed once it is set: delete the resource and create it again',
    accepted: { ...client, clientId: 'first' },
    refused: { ...client, clientId: 'second' },
    change: true,
  },
  {
    kind: 'Application',
    message: 'clientId cannot be changed once it is set: delete the resource and create it again',
    accepted: { ...client, clientId: 'first' },
    refused: client,
    change: true,
  },
  applicationCase(
    'set exactly one of clientSecretRef and generate, not both',
    { clientSecretRef: secret },
    { clientSecretRef: secret, generate: true },
  ),
  applicationCase(source, { publicClient: true }, {}),
  applicationCase(source, { clientAuthentication: byServiceAccount }, { generate: false }),
  applicationCase(
    'a public client cannot have clientSecretRef, generate or clientAuthentication',
    { publicClient: true },
    { publicClient: true, generate: true },
  ),
  applicationCase(
    'a public client cannot use the grant type client_credentials, because it has no secret',
    { publicClient: true, grantTypes: ['authorization_code'] },
    { publicClient: true, grantTypes: ['client_credentials'] },
  ),
  applicationCase(
    'credentials.rotation needs generate: true, because only a generated secret can be replaced',
    { generate: true, credentials: { rotation } },
    { clientSecretRef: secret, credentials: { rotation } },
  ),
  applicationCase(
    'overlapHours must be shorter than intervalDays',
    { generate: true, credentials: { rotation: { intervalDays: 1, overlapHours: 23 } } },
    { generate: true, credentials: { rotation: { intervalDays: 1, overlapHours: 24 } } },
  ),
  applicationCase(
    'maxOverlapHours must be at least overlapHours',
    { generate: true, credentials: { rotation: { ...rotation, maxOverlapHours: 24 } } },
    { generate: true, credentials: { rotation: { ...rotation, maxOverlapHours: 23 } } },
  ),
  applicationCase(
    'serviceAccountRef is required for the method KubernetesServiceAccount, and not allowed for others',
    { clientAuthentication: byServiceAccount },
    { generate: true, clientAuthentication: { ...byServiceAccount, method: 'ClientSecret' } },
  ),
  ...['..data', '.', 'with space'].map((alias) =>
    applicationCase(
      'keyAliases must be keys that a Secret can have: at most 253 letters, digits, dashes, dots and underscores, neither one dot alone nor two dots at the beginning',
      { generate: true, connectionSecret: { keyAliases: { '.Client_id-2..': 'OIDC_CLIENT_ID' } } },
      { generate: true, connectionSecret: { keyAliases: { [alias]: 'OIDC_CLIENT_ID' } } },
    ),
  ),
  ...(['labels', 'annotations'] as const).flatMap((member) => [
    ...['a b', '/a', `a/${'b'.repeat(64)}`, `${'a.'.repeat(127)}a/b`].map((key) =>
      markCase(
        member,
        `${member} must have keys such as team or example.com/team: a name of at most 63 letters, digits, dashes, dots and underscores, which begins and ends with a letter or digit, with a domain before it if need be`,
        { [key]: '' },
      ),
    ),
    markCase(member, `only the operator sets ${member} of doorwright.dev`, { 'doorwright.dev/managed': 'x' }),
  ]),
  ...['with space', 'a'.repeat(64)].map((value) =>
    markCase(
      'labels',
      'labels must have values of at most 63 letters, digits, dashes, dots and underscores, which begin and end with a letter or digit, or are empty',
      { team: value },
    ),
  ),
  redirects('https://shop.example/callback', 'http://shop.example/callback'),
  redirects('http://localhost:9000/callback', 'http://localhost.evil.example/'),
  redirects('http://127.0.0.1/', 'https://shop.example/#fragment'),
  redirects('http://[::1]:8080/', 'javascript:alert(1)'),
  redirects('http://localhost:8080?a=@b', 'http://localhost:x@evil.example/'),
  redirects('https://shop.example:8443/@me', 'https://user:secret@shop.example/'),
  redirects('https://shop.example?at=@', 'https://evil.example\\@shop.example/'),
  redirects(
    'https://shop.example/a*',
    'https://*.shop.example/',
    'redirectUris must name their host in full, without *',
  ),
  services('https://wiki.example/*', 'http://wiki.example/'),
  services('https://wiki.example:8443/team/*', 'https://user:secret@wiki.example/'),
  services('https://wiki.example/?page=', 'https://wiki.example/?page=/*', placed),
  services('https://wiki.example', 'https://*', placed),
  services('https://wiki.example/a', 'https://*.wiki.example/*', placed),
  applicationCase(
    'rule must be "Random" or "Incremental" for ID; "None" or "Real name" or "First, last" for Display name; "Normal" or "No verification" for Email; "None" for all others',
    { generate: true, signupItems: [{ name: 'ID', rule: 'Random' }, { name: 'Phone' }] },
    { generate: true, signupItems: [{ name: 'Email' }] },
  ),
  applicationCase(
    'required must be false for a sign-up item that is not visible',
    { generate: true, signupItems: [{ name: 'Phone', visible: false, required: false }] },
    { generate: true, signupItems: [{ name: 'Phone', visible: false }] },
  ),
  applicationCase(
    'prompted must be false for a sign-up item that is visible, and for ID',
    { generate: true, signupItems: [{ name: 'Phone', visible: false, required: false, prompted: true }] },
    { generate: true, signupItems: [{ name: 'Phone', prompted: true }] },
  ),
  applicationCase(
    'each providerRef can be used only once',
    { generate: true, providers: [{ providerRef: { name: 'a' } }, { providerRef: { name: 'a', namespace: 'b' } }] },
    { generate: true, providers: [{ providerRef: { name: 'a' } }, { providerRef: { name: 'a' }, prompted: true }] },
  ),
];

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

const organizations: Case[] = [
  ...naming('Organization'),
  ...reserved('Organization', 'built-in'),
  referrers('Organization', 'Syncer'),
  {
    kind: 'Organization',
    message: 'must be Admin or Immutable, because only administrators see this item',
    accepted: { accountItems: [{ name: 'Tag', viewRule: 'Admin', modifyRule: 'Immutable' }] },
    refused: { accountItems: [{ name: 'Tag', viewRule: 'Admin' }] },
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

const hook = { organizationRef, url: 'https://crm.example' };
const headersOf = (name: string) => ({ ...hook, headers: [{ name, valueSecretRef: secret }] });

const webhooks: Case[] = [
  ...naming('Webhook', hook),
  fixedOrganization('Webhook', hook),
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

export const cases: readonly Case[] = [
  ...organizations,
  ...applications,
  ...providers,
  ...certs,
  ...webhooks,
  ...syncers,
];
