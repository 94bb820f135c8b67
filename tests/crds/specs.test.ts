import { kinds } from '@doorwright/crds';
import { desiredOf } from '@doorwright/crds/derive/desired.ts';
import { checkManifest } from '@doorwright/crds/derive/manifest.ts';
import { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import type { SpecOf } from '@doorwright/crds/derive/spec-type.ts';
import { referencesIn, secretsIn } from '@doorwright/crds/derive/spec-walk.ts';
import type { application } from '@doorwright/crds/kinds/application.ts';
import { expect, it } from 'vitest';
import { manifest } from './cluster.ts';
import { declaredKinds } from './declared-kinds.ts';

const declared = (name: string) => {
  const kind = declaredKinds.find((each) => each.kind === name);
  if (!kind) throw new Error(`${name} is not declared`);
  return kind;
};

const shop = {
  organizationRef: { name: 'acme', namespace: 'identity' },
  certRef: { name: 'signing' },
  clientSecretRef: { name: 'shop', key: 'secret' },
  redirectUris: ['https://shop.example/callback'],
  displayName: '',
  providers: [{ providerRef: { name: 'github' }, canSignUp: false }],
};

const resource = (kind: string, spec: Record<string, unknown>) => {
  const judged = checkManifest(kinds, manifest(kind, spec));
  expect(judged.problems).toEqual([]);
  return judged.resource?.spec as Record<string, unknown>;
};

it('a spec is typed by the model and its declaration', () => {
  const spec = resource('Application', shop) as unknown as SpecOf<typeof application>;
  // Each line is checked by the compiler: the name, and the type of the value.
  const organization: string = spec.organizationRef.name;
  const key: string | undefined = spec.clientSecretRef?.key;
  const provider: string | undefined = spec.providers?.[0]?.providerRef.name;
  const uris: string[] | undefined = spec.redirectUris;
  const policy: 'Manage' | 'Observe' = spec.managementPolicy;
  const hours: number | undefined = spec.credentials?.rotation?.overlapHours;
  // @ts-expect-error A secret has no place in a spec.
  const secret = spec.clientSecret;
  expect([organization, key, provider, uris, policy, hours, secret]).toEqual([
    ...['acme', 'secret', 'github', ['https://shop.example/callback'], 'Manage', undefined, undefined],
  ]);
});

it('missing fields of a manifest stay missing, and entries of a list are completed as the api does it', () => {
  const spec = resource('Application', shop);
  expect(spec).not.toHaveProperty('expireInHours');
  expect(spec).toMatchObject({
    displayName: '',
    providers: [{ canSignUp: false, canSignIn: true, alertType: 'None' }],
  });
});

it('references and secrets of a spec are found at every place', () => {
  expect(referencesIn(declared('Application'), shop)).toEqual([
    { kind: 'Organization', path: ['organizationRef'], reference: shop.organizationRef },
    { kind: 'Cert', path: ['certRef'], reference: shop.certRef },
    { kind: 'Provider', path: ['providers', 0, 'providerRef'], reference: { name: 'github' } },
  ]);
  expect(secretsIn(declared('Application'), shop)).toEqual([
    { path: ['clientSecretRef'], reference: shop.clientSecretRef },
  ]);
  const weak = { defaultApplicationRef: { name: 'shop' } };
  expect(referencesIn(declared('Organization'), weak)).toEqual([
    { kind: 'Application', weak: true, path: ['defaultApplicationRef'], reference: weak.defaultApplicationRef },
  ]);
});

it('a spec becomes an object with names for references, values for secrets, and no undeclared fields', () => {
  const desired = desiredOf(declared('Application'), resource('Application', { ...shop, revocation: 'Disable' }), {
    namespace: 'team',
    name: (reference, path) => `${path.join('.')}=${reference.name}`,
    secret: ({ name, key }) => `${name}/${key}`,
  });
  expect(desired).toEqual({
    organization: 'organizationRef=acme',
    cert: 'certRef=signing',
    clientSecret: 'shop/secret',
    clientType: 'confidential',
    workload: '',
    isEnabled: true,
    // An organization of another namespace would have to consent.
    apiAccess: 'read-account',
    enableSignUp: false,
    redirectUris: ['https://shop.example/callback'],
    displayName: '',
    providers: [
      {
        name: 'providers.providerRef=github',
        canSignUp: false,
        canSignIn: true,
        canUnlink: true,
        prompted: false,
        alertType: 'None',
        required: false,
        visible: true,
      },
    ],
  });
});

const mistakes: [what: string, document: unknown, problem: [path: (string | number)[], message: string]][] = [
  ['a list', [], [[], 'must be an object']],
  [
    'an unknown kind',
    { kind: 'Group' },
    [['kind'], 'must be one of Organization, Application, Provider, Cert, Webhook, Syncer, Ldap, Product'],
  ],
  [
    'another version',
    { ...manifest('Cert', {}), apiVersion: 'doorwright.dev/v1' },
    [['apiVersion'], 'must be doorwright.dev/v1alpha1'],
  ],
  [
    'a member that does not exist, deep in the spec',
    manifest('Application', { ...shop, providers: [{ providerRef: { name: 'a', nme: 'b' } }] }),
    [['spec', 'providers', 0, 'providerRef', 'nme'], 'Application has no such field'],
  ],
  [
    'a secret in the clear',
    manifest('Provider', { clientSecret: 'x' }),
    [['spec', 'clientSecret'], 'Provider has no such field'],
  ],
  [
    'a value twice in a set',
    manifest('Application', { ...shop, redirectUris: ['https://a.example/', 'https://a.example/'] }),
    [['spec', 'redirectUris'], 'contains a value more than once'],
  ],
];

it.each(mistakes)('a folder refuses %s and says where', (_, document, [path, message]) => {
  expect(checkManifest(kinds, document).problems).toEqual([{ path, message }]);
});

it.each([
  ['Application', {}, false, 'Delete'],
  ['Application', {}, true, 'Orphan'],
  ['Application', { deletionPolicy: 'Delete' } as const, true, 'Delete'],
  ['Organization', {}, false, 'Orphan'],
  ['Cert', { deletionPolicy: 'Delete' } as const, false, 'Delete'],
])('on deletion of %s with %j, adopted %s, the object meets %s', (kind, spec, adopted, policy) => {
  expect(effectiveDeletionPolicy(declared(kind).declared, spec, { adopted })).toBe(policy);
});
