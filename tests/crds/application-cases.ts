import {
  type Case,
  client,
  fixedOrganization,
  looks,
  naming,
  organizationRef,
  reserved,
  rotation,
  secret,
} from './constraint-case.ts';

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
  'set exactly one of clientSecretRef and generate: true; only a public client and one that authenticates by ServiceAccount or private key need neither';
const byServiceAccount = { method: 'KubernetesServiceAccount', serviceAccountRef: { name: 'shop' } };
const byPrivateKey = { method: 'PrivateKeyJWT' };

const marks = { 'example.com/Team_1': 'Shop.a-b_c', team: '' };
const markCase = (member: 'labels' | 'annotations', message: string, refused: Record<string, string>): Case => {
  const spec = (metadata: object) => ({ generate: true, connectionSecret: { template: { metadata } } });
  return applicationCase(message, spec({ [member]: marks }), spec({ [member]: refused }));
};

const redirects = (accepted: string, refused: string, message = secure) =>
  applicationCase(message, { generate: true, redirectUris: [accepted] }, { generate: true, redirectUris: [refused] });

export const applications: Case[] = [
  ...naming('Application', client),
  looks('Application', client),
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
  ...[
    {},
    { jwks: '{"keys":[]}', jwksUri: 'https://shop.example/keys' },
    { jwksUri: 'https://shop.example/keys', generate: true },
  ].map((refused) =>
    applicationCase(
      'the method PrivateKeyJWT needs exactly one of jwks and jwksUri, and neither clientSecretRef nor generate',
      { clientAuthentication: byPrivateKey, jwksUri: 'https://shop.example/keys' },
      { clientAuthentication: byPrivateKey, ...refused },
    ),
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
