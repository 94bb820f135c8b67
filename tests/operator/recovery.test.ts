import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../harness/cluster.ts';
import { a, startWorld, type World } from './declared-world.ts';
import { eventually } from './runtime-world.ts';

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
      credentials: { rotation: { intervalDays: 30, overlapHours: 0, quietHours: 0, maxOverlapHours: 1 } },
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

test('T11 in small: after a lost database the same client id, client secret and key come back', async () => {
  const secret = await world.secret('shop-oidc');
  const before = await keys();
  await world.app.db.raw("DELETE FROM applications WHERE name = 'shop'");
  await world.app.db.raw("DELETE FROM certs WHERE name = 'signing'");
  await world.app.db.raw("DELETE FROM organizations WHERE name = 'acme'");
  await world.app.db.raw('DELETE FROM origins');
  // No change of these was noted: only the comparison of all etags can find out.
  await eventually(async () => (await world.inApi('application', 'shop')) !== undefined, 28_000);
  const { data } = (await world.admin.get('get-application', { id: 'admin/shop' })).body;
  expect(data).toMatchObject({ clientId: secret?.OIDC_CLIENT_ID, clientSecret: secret?.OIDC_CLIENT_SECRET });
  expect(await world.secret('shop-oidc')).toEqual(secret);
  await eventually(async () => JSON.stringify(await keys()) === JSON.stringify(before));
}, 40_000);

test('T12 in small: while a client secret is replaced, the older one is good until the new one is written', async () => {
  const before = (await world.secret('shop-oidc'))?.OIDC_CLIENT_SECRET;
  await annotate('application', 'shop', 'doorwright.dev/rotate-at=now');
  await eventually(async () => ![undefined, before].includes((await world.secret('shop-oidc'))?.OIDC_CLIENT_SECRET));
  await eventually(async () =>
    Object.keys((await world.secret('shop-oidc')) ?? {}).every((key) => !key.endsWith('_NEXT')),
  );
  const after = (await world.secret('shop-oidc'))?.OIDC_CLIENT_SECRET;
  const { data } = (await world.admin.get('get-application', { id: 'admin/shop' })).body;
  expect(data).toMatchObject({ clientSecret: after });
  expect((await world.get('application', 'shop')).status).toMatchObject({ lastHandledRotateAt: 'now' });
  await annotate('application', 'shop', 'doorwright.dev/reconcile-at=now');
  await eventually(async () => (await world.condition('application', 'shop', 'CredentialsReady'))?.reason === 'Issued');
  expect((await world.secret('shop-oidc'))?.OIDC_CLIENT_SECRET).toBe(after);
});

test('a new key of a cert is published before it signs, and the older one stays published', async () => {
  const [first] = await keys();
  await world.kubectl(['delete', 'secret', 'signing-key']);
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

test('a resource is let go of at once where a person insists; what was protected stays in the API as nobody’s', async () => {
  await world.apply(a('Organization', 'forced', { deletionPolicy: 'Delete', deletionProtection: true }));
  await world.ready('organization', 'forced');
  const { uid } = (await world.get('organization', 'forced')).metadata;
  await world.kubectl(['delete', 'organization.doorwright.dev', 'forced', '--wait=false']);
  await world.reason('organization', 'forced', 'DeletionProtected');
  await annotate('organization', 'forced', `doorwright.dev/force-finalize=${uid}`);
  await world.gone('organization', 'forced');
  await eventually(async () => (await world.inApi('organization', 'forced'))?.origin === null);
  await eventually(
    async () => (await world.cluster.kubectl(['get', 'secret', `doorwright-tombstone-${uid}`])).code !== 0,
  );
});
