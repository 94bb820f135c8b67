import { randomUUID } from 'node:crypto';
import type { Secret } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, size } from '../../harness/database/size.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';
import { type Credentials, signIn } from '../world/sign-in-of-clients.ts';
import { tombstonesIn } from '../world/tombstones.ts';

/** Applications besides the shop. */
const others = Array.from({ length: size(3, 999) }, (_, index) => `other-${index}`);

let world: World;
beforeAll(async () => {
  world = await startWorld({ DOORWRIGHT_SYNC_SECONDS: '10' });
  await world.apply(
    a('Organization', 'acme', { displayName: 'Acme' }),
    a('Cert', 'signing', { cryptoAlgorithm: 'ES256', publishSeconds: 1 }),
    a('Application', 'shop', {
      organizationRef: { name: 'acme' },
      certRef: { name: 'signing' },
      generate: true,
      grantTypes: ['client_credentials'],
    }),
  );
  for (const [kind, name] of [
    ['organization', 'acme'],
    ['cert', 'signing'],
    ['application', 'shop'],
  ] as const)
    await world.ready(kind, name);
}, clusterHookTimeout);
afterAll(() => world?.stop());

const annotate = (kind: string, name: string, annotation: string) =>
  world.kubectl(['annotate', `${kind}.doorwright.dev`, name, annotation, '--overwrite']);

async function keys(): Promise<{ kid: string }[]> {
  const answer = await fetch(`${world.app.url}/.well-known/jwks`);
  return ((await answer.json()) as { keys: { kid: string }[] }).keys;
}

const inSecrets = async (): Promise<Map<string, Credentials>> => {
  const { items } = JSON.parse(await world.kubectl(['get', 'secrets', '-l', 'doorwright.dev/managed', '-o', 'json']));
  const plain = (value = '') => Buffer.from(value, 'base64').toString();
  return new Map(
    (items as Secret[])
      .filter(({ data }) => data?.OIDC_CLIENT_ID)
      .map(({ metadata: { name }, data = {} }) => [
        name.replace(/-oidc$/, ''),
        { clientId: plain(data.OIDC_CLIENT_ID), clientSecret: plain(data.OIDC_CLIENT_SECRET) },
      ]),
  );
};

test(
  `T11${inSmall}: a rebuilt database gets the same ids, secrets and keys of ${others.length + 1} applications`,
  async () => {
    await world.apply(
      ...others.map((name) => a('Application', name, { organizationRef: { name: 'acme' }, generate: true })),
    );
    const names = ['shop', ...others];
    await eventually(async () => (await inSecrets()).size === names.length, size(30_000, 300_000));
    const declared = await inSecrets();
    const before = await keys();
    const { access_token: token } = (await (
      await signIn(world.app.url, declared.get('shop') as Credentials)
    ).json()) as {
      access_token: string;
    };
    await world.app.db.raw("DELETE FROM applications WHERE name <> 'app-built-in'");
    await world.app.db.raw("DELETE FROM certs WHERE name = 'signing'");
    await world.app.db.raw("DELETE FROM organizations WHERE name = 'acme'");
    await world.app.db.raw('DELETE FROM origins');
    // The feed has none of these changes, so only the comparison of etags finds them.
    const isThere = async () => (await world.app.db('applications').whereIn('name', names).pluck('name')).length;
    const ms = await eventually(async () => (await isThere()) === names.length, size(28_000, 70_000));
    console.log(
      `T11${inSmall}: ${names.length} applications were back after ${(ms / 1000).toFixed(1)} s, of which 10 s are the period`,
    );
    for (const name of names) {
      const { data } = (await world.admin.get('get-application', { id: `admin/${name}` })).body;
      expect(data).toMatchObject(declared.get(name) as Credentials);
    }
    expect(await inSecrets()).toEqual(declared);
    await eventually(async () => JSON.stringify(await keys()) === JSON.stringify(before));
    const { issuer } = (await (await fetch(`${world.app.url}/.well-known/openid-configuration`)).json()) as {
      issuer: string;
    };
    const jwks = createRemoteJWKSet(new URL('/.well-known/jwks', world.app.url));
    expect((await jwtVerify(token, jwks, { issuer })).payload.iss).toBe(issuer);
  },
  size(90_000, 600_000),
);

test('a new key of a cert is published before it signs, and the older one stays published', async () => {
  const [first] = await keys();
  await world.remove('secret', 'signing-key');
  await eventually(
    async () => (await world.get('cert', 'signing')).status?.keyIds?.toString().includes('signing-') === true,
  );
  const { status } = await world.get('cert', 'signing');
  expect(status?.keyIds).toContain('signing');
  await eventually(async () => (await keys()).some(({ kid }) => kid === first?.kid));
  await eventually(async () => {
    const { status: now } = await world.get('cert', 'signing');
    return (now?.keyIds as string[] | undefined)?.[0]?.startsWith('signing-') ?? false;
  });
  await world.ready('application', 'shop');
});

test('a generated key is replaced on request, once', async () => {
  const kids = async () => ((await world.get('cert', 'signing')).status?.keyIds as string[] | undefined) ?? [];
  const before = await kids();
  await annotate('cert', 'signing', 'doorwright.dev/rotate-at=now');
  await eventually(async () => (await world.get('cert', 'signing')).status?.lastHandledRotateAt === 'now');
  await eventually(async () => !before.includes((await kids())[0] ?? ''));
  const [signing] = await kids();
  await annotate('cert', 'signing', 'doorwright.dev/reconcile-at=then');
  await eventually(async () => (await world.get('cert', 'signing')).status?.lastHandledReconcileAt === 'then');
  expect((await kids())[0]).toBe(signing);
});

test('an algorithm of another key type gets a key, which is published before it signs, and the older one stays', async () => {
  const declared = (await inSecrets()).get('shop') as Credentials;
  const signed = async () => {
    const answer = (await (await signIn(world.app.url, declared)).json()) as { access_token: string };
    return answer.access_token;
  };
  const algorithmOf = (token: string) => decodeProtectedHeader(token).alg;
  const before = await signed();
  expect(algorithmOf(before)).toBe('ES256');
  await world.apply(a('Cert', 'signing', { cryptoAlgorithm: 'EdDSA', publishSeconds: 2 }));
  await eventually(async () => (await world.condition('cert', 'signing', 'CredentialsReady'))?.reason === 'Rotating');
  expect(algorithmOf(await signed())).toBe('ES256');
  await eventually(async () => algorithmOf(await signed()) === 'EdDSA');
  await world.ready('cert', 'signing');
  const jwks = createRemoteJWKSet(new URL('/.well-known/jwks', world.app.url));
  for (const each of [before, await signed()]) await expect(jwtVerify(each, jwks)).resolves.toBeTruthy();
  const { managedFields } = (await world.admin.get('get-cert', { id: 'admin/signing' })).body.data;
  expect(managedFields).toEqual(expect.arrayContaining(['cryptoAlgorithm', 'privateKey', 'certificate']));
});

test('an abandoned change of keys leaves nothing published', async () => {
  const name = `brought-${randomUUID().slice(0, 8)}`;
  const bring = (key: { certificate: string; privateKey: string }) =>
    world.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/tls',
      metadata: { name, namespace: 'default' },
      stringData: { 'tls.crt': key.certificate, 'tls.key': key.privateKey },
    });
  const operator = createOperator(world.app.url);
  const pair = async () => (await operator.post('key-pair', { name, cryptoAlgorithm: 'ES256' })).body;
  const [first, second, third] = [await pair(), await pair(), await pair()];
  const keySecretRef = { name, key: 'tls.key' };
  await bring(first);
  await world.apply(a('Cert', name, { cryptoAlgorithm: 'ES256', keySecretRef, publishSeconds: 3600 }));
  await world.ready('cert', name);
  const kids = async () => (await world.get('cert', name)).status?.keyIds as string[];
  const has = (count: number, reason: string) =>
    eventually(
      async () =>
        (await kids()).length === count && (await world.condition('cert', name, 'CredentialsReady'))?.reason === reason,
    );
  await bring(second);
  await has(2, 'Rotating');
  expect((await world.condition('cert', name, 'Ready'))?.status).toBe('True');
  const [, given] = await kids();
  await bring(third);
  await eventually(async () => {
    const [, published, ...more] = await kids();
    return published !== undefined && published !== given && more.length === 0;
  });
  await bring(first);
  await has(1, 'Issued');
  expect(await kids()).toEqual([name]);
  expect((await keys()).filter(({ kid }) => kid.startsWith(name))).toHaveLength(1);
});

test('T11: a rebuilt database gets a later key under its own id', async () => {
  const declared = (await inSecrets()).get('shop') as Credentials;
  const token = async () =>
    ((await (await signIn(world.app.url, declared)).json()) as { access_token: string }).access_token;
  const status = async () => (await world.get('cert', 'signing')).status?.keyIds as string[];
  const [signing] = await status();
  expect(signing).toMatch(/^signing-/);
  const before = await token();
  for (const table of ['applications', 'certs', 'cert_keys', 'origins'])
    await world.app.db.raw(`DELETE FROM ${table} WHERE name NOT LIKE '%built-in'`);
  await eventually(async () => (await keys()).some(({ kid }) => kid === signing), 28_000);
  await eventually(async () => (await status())[0] === signing);
  await eventually(async () => (await signIn(world.app.url, declared)).ok);
  const jwks = createRemoteJWKSet(new URL('/.well-known/jwks', world.app.url));
  for (const each of [before, await token()]) expect((await jwtVerify(each, jwks)).protectedHeader.kid).toBe(signing);
});

test('force-finalize releases a resource at once, and a protected object stays in the API', async () => {
  await world.apply(a('Organization', 'forced', { deletionPolicy: 'Delete', deletionProtection: true }));
  await world.ready('organization', 'forced');
  const { uid } = (await world.get('organization', 'forced')).metadata;
  await world.beginRemoval('organization', 'forced');
  await world.reason('organization', 'forced', 'DeletionProtected');
  await annotate('organization', 'forced', `doorwright.dev/force-finalize=${uid}`);
  await world.gone('organization', 'forced');
  await eventually(async () => (await world.inApi('organization', 'forced'))?.origin === null);
  await eventually(async () => !(await tombstonesIn(world.reader)).includes(String(uid)));
});

test('17.2 a forged tombstone of a living resource does nothing', async () => {
  await world.apply(a('Organization', 'living', { deletionPolicy: 'Delete', deletionProtection: false }));
  await world.ready('organization', 'living');
  const { uid = '' } = (await world.get('organization', 'living')).metadata;
  const stone = JSON.stringify({ kind: 'organization', owner: 'admin', name: 'living', policy: 'Delete' });
  const metadata = { name: 'doorwright-tombstones-7', labels: { 'doorwright.dev/tombstones': 'true' } };
  await world.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { [uid]: stone } });
  await world.restart();
  await eventually(
    async () => world.operator.log.some((line) => line.includes('tombstone of a living resource')),
    30_000,
  );
  expect(await world.inApi('organization', 'living')).toMatchObject({ origin: { name: 'living' } });
});
