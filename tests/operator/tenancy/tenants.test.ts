import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { a } from '../world/declared-world.ts';
import { startTenants, type Tenant, type TenantsWorld } from './tenants-world.ts';

let world: TenantsWorld;
let mallory: Tenant;
beforeAll(async () => {
  world = await startTenants();
  mallory = world.mallory;
}, clusterHookTimeout);
afterAll(() => world?.stop());

const everybody = { allowedReferrers: [{ kinds: ['Application'], namespaces: { from: 'All' } }] };
const acme = { name: 'acme', namespace: 'default' };
const open = { name: 'open', namespace: 'default' };
const application = (name: string, organizationRef: object, own: object = {}, tenant = mallory) =>
  tenant.own('Application', name, { organizationRef, publicClient: true, ...own });
const secret = (name: string, stringData: Record<string, string>, metadata: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: mallory.namespace, ...metadata }, stringData },
});
/** Applies it, and waits for the result. */
async function becomes(manifest: object, ...reasons: string[]): Promise<string> {
  const { kind, metadata } = manifest as { kind: string; metadata: { name: string; namespace: string } };
  const tenant = [mallory, world.shop, world.partner].find(({ namespace }) => namespace === metadata.namespace);
  const { code, stderr } = await (tenant as Tenant).apply(manifest);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return world.settled(tenant as Tenant, kind.toLowerCase(), metadata.name, ...reasons);
}
const stored = (kind: string, name: string) => world.app.store(kind).find(world.app.db, 'admin', name);
const current = (name: string) => stored('application', name).then((found) => found?.clientSecret);

describe('A tenant cannot take an organization', () => {
  test('17.1 by adopting an undeclared one', async () => {
    const spec = { adoptionPolicy: 'Adopt', masterPasswordSecretRef: { name: 'master', key: 'value' } };
    await mallory.apply(secret('master', { value: 'a-master-passw0rd' }));
    const message = await becomes(mallory.own('Organization', 'legacy', spec), 'PermissionDenied');
    expect(message).toMatch(/evil may not declare an Organization.*operator.organizationNamespaces/);
    expect(await stored('organization', 'legacy')).toMatchObject({ masterPassword: '', displayName: 'Legacy' });
  });

  test('17.1 by declaring one of its own', async () => {
    await becomes(mallory.own('Organization', 'fresh'), 'PermissionDenied');
    expect(await world.inApi('organization', 'fresh')).toBeUndefined();
  });

  test.each(['legacy', 'acme', 'built-in'])('17.1 by observing %s and declaring an application in it', async (name) => {
    const resource = `seen-${name}`;
    await becomes(mallory.own('Organization', resource, { name, managementPolicy: 'Observe' }), 'RejectedByApi');
    await becomes(application(`in-${name}`, { name: resource }), 'NotReady', 'NotFoundOrNotPermitted');
    expect(await world.inApi('application', `in-${name}`)).toBeUndefined();
  });

  test('17.1 by a resource of the same spec.name that permits everybody', async () => {
    await becomes(mallory.own('Organization', 'forged', { name: 'acme', ...everybody }), 'PermissionDenied');
    await becomes(application('forger', { name: 'forged' }), 'NotReady');
    expect(await world.inApi('application', 'forger')).toBeUndefined();
    expect(await world.inApi('organization', 'acme')).toMatchObject({ origin: { namespace: 'default' } });
  });

  test('17.1 by referring to one that does not list it, and learns nothing from the try', async () => {
    const hidden = await becomes(application('hidden', acme), 'NotFoundOrNotPermitted');
    const missing = await becomes(application('absent', { ...acme, name: 'none' }), 'NotFoundOrNotPermitted');
    expect(hidden.replace('acme', 'none')).toBe(missing);
    expect(await world.inApi('application', 'hidden')).toBeUndefined();
  });

  test.each([
    ['Syncer', 'syncers', {}],
    ['Ldap', 'ldaps', {}],
    ['Webhook', 'webhooks', { url: 'https://spy.example' }],
  ])('17.1 by a %s, if the organization lists applications only', async (kind, table, spec) => {
    for (const organizationRef of [acme, open])
      await becomes(mallory.own(kind, organizationRef.name, { organizationRef, ...spec }), 'NotFoundOrNotPermitted');
    expect(await world.app.db(table).select('owner')).toEqual([]);
  });

  test('17.1 by its own mail server, which would get the codes that set new passwords', async () => {
    const mail = { category: 'Email', type: 'Default', host: 'smtp.evil.example', ...everybody };
    await becomes(mallory.own('Provider', 'own-mail', mail), 'Reconciled');
    const providers = [{ providerRef: { name: 'own-mail' } }];
    const message = await becomes(application('mailing', open, { providers }), 'NotReady');
    expect(message).toContain("the organization's allowedReferrers name Provider and evil");
    expect(await world.inApi('application', 'mailing')).toBeUndefined();
    expect(await world.inApi('provider', 'own-mail')).toMatchObject({ audience: 'named', organizations: [] });
  });

  test('17.1 by letting strangers sign up there', async () => {
    const message = await becomes(application('door', open, { enableSignUp: true }), 'NotFoundOrNotPermitted');
    expect(message).toContain('name no Application of evil with enableSignUp true');
    expect(await world.inApi('application', 'door')).toBeUndefined();
  });

  test('17.1 by moving an application that it may have', async () => {
    await becomes(application('mine', open), 'Reconciled');
    for (const spec of [{ organizationRef: acme }, { name: 'books' }]) {
      const patch = ['patch', 'dwapp', 'mine', '--type=merge', '-p', JSON.stringify({ spec })];
      expect((await mallory.kubectl(patch)).stderr).toContain('cannot be changed');
    }
    expect(await world.inApi('application', 'mine')).toMatchObject({ organization: 'open' });
  });

  test('17.1 by foreign labels, statuses and finalizers', async () => {
    const forbidden = [
      ['label', 'namespace', 'evil', 'kubernetes.io/metadata.name=shop', '--overwrite'],
      [
        'patch',
        'dwapp',
        'mine',
        '--subresource=status',
        '--type=merge',
        '-p',
        '{"status":{"externalId":"admin/books"}}',
      ],
      ['patch', 'dworg', 'acme', '--type=merge', '-p', JSON.stringify({ spec: everybody }), '-n', 'default'],
      ['get', 'secrets', '-n', 'shop'],
    ];
    await becomes(application('mine', open), 'Reconciled');
    for (const args of forbidden) expect((await mallory.kubectl(args)).stderr, args.join(' ')).toContain('orbidden');
  });
});

describe('A tenant cannot take an object of others', () => {
  test('17.1 a provider by adopting it, whose secret would go to its own host', async () => {
    const spec = { adoptionPolicy: 'Adopt', category: 'Email', type: 'Default', host: 'smtp.evil.example' };
    await becomes(mallory.own('Provider', 'mail', spec), 'AdoptionRefused');
    expect(await stored('provider', 'mail')).toMatchObject({ host: 'smtp.example', clientSecret: 'mail-s3cret' });
  });

  test('17.1 an application of another tenant, by its name, its Secret and its deletion', async () => {
    const before = await current('books');
    const labels = { 'doorwright.dev/managed': 'true' };
    const keys = { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET_NEXT: 'a-secret-that-mallory-knows' };
    await mallory.apply(secret('books-oidc', keys, { labels }));
    const spec = { publicClient: false, generate: true, adoptionPolicy: 'Adopt', deletionPolicy: 'Delete' };
    await becomes(application('books', open, spec), 'NameConflict');
    const { metadata } = JSON.parse((await mallory.kubectl(['get', 'dwapp', 'books', '-o', 'json'])).stdout);
    await mallory.kubectl(['annotate', 'dwapp', 'books', `doorwright.dev/force-finalize=${metadata.uid}`]);
    expect((await mallory.kubectl(['delete', 'dwapp', 'books', '--timeout=90s'])).code).toBe(0);
    await eventually(
      async () => (await world.kubectl(['get', 'secrets', '-o', 'name'])).includes(metadata.uid) === false,
    );
    expect(await current('books')).toBe(before);
    expect(await world.inApi('application', 'books')).toMatchObject({ origin: { namespace: 'shop' } });
  });

  test('17.1 an application of people in its organization, by its next client secret', async () => {
    const before = await current('handmade');
    const labels = { 'doorwright.dev/managed': 'true' };
    await mallory.apply(
      secret('handmade-oidc', { OIDC_CLIENT_SECRET_NEXT: 'a-secret-that-mallory-knows' }, { labels }),
    );
    const spec = { publicClient: false, generate: true, adoptionPolicy: 'Adopt' };
    await becomes(application('handmade', open, spec), 'AdoptionRefused');
    expect(await current('handmade')).toBe(before);
    const { stdout } = await mallory.kubectl(['get', 'secret', 'handmade-oidc', '-o', 'jsonpath={.data}']);
    expect(Buffer.from(stdout, 'base64').toString()).not.toContain(before);
    expect(stdout).not.toContain(Buffer.from(String(before)).toString('base64'));
  });

  test.each([
    ['cert', { certRef: { name: 'signing', namespace: 'default' } }],
    ['provider', { providers: [{ providerRef: { name: 'github', namespace: 'default' } }] }],
  ])('17.1 a %s of another namespace that does not list it', async (kind, own) => {
    await becomes(application(`with-${kind}`, open, own), 'NotFoundOrNotPermitted');
    expect(await world.inApi('application', `with-${kind}`)).toBeUndefined();
  });

  test('17.1 the issuer, by a cert with a known key', async () => {
    const message = await becomes(mallory.own('Cert', 'own-key', { cryptoAlgorithm: 'ES256' }), 'PermissionDenied');
    expect(message).toContain('Only platform namespaces declare a Cert');
    expect(await world.inApi('cert', 'own-key')).toBeUndefined();
    expect((await mallory.kubectl(['get', 'secret', 'own-key-key'])).code).not.toBe(0);
  });

  test('17.1 a Secret of another namespace or of another owner', async () => {
    const elsewhere = { clientSecretRef: { name: 'books-oidc', key: 'OIDC_CLIENT_SECRET', namespace: 'shop' } };
    const thief = application('thief', open, { publicClient: false, ...elsewhere });
    const { stderr } = await mallory.kubectl(['apply', '-f', '-'], JSON.stringify(thief));
    expect(stderr).toContain('unknown field "spec.clientSecretRef.namespace"');
    await mallory.apply(secret('theirs', { kept: 'as it was' }));
    const own = { publicClient: false, generate: true, connectionSecret: { name: 'theirs' } };
    await becomes(application('writer', open, own), 'SecretConflict');
    expect((await mallory.kubectl(['get', 'secret', 'theirs', '-o', 'jsonpath={.data}'])).stdout).not.toContain('OIDC');
  });

  test('17.1 a name that the platform declares too, by being first', async () => {
    const spec = { category: 'Email', type: 'Default', host: 'smtp.evil.example' };
    await becomes(
      mallory.own('Provider', 'wanted', { ...spec, clientSecretRef: { name: 'late', key: 'value' } }),
      'SecretMissing',
    );
    await world.apply(a('Provider', 'wanted', { ...spec, host: 'smtp.ours.example' }));
    await world.ready('provider', 'wanted');
    await mallory.apply(secret('late', { value: 'late-s3cret' }));
    await world.settled(mallory, 'provider', 'wanted', 'NameConflict');
    expect(await world.inApi('provider', 'wanted')).toMatchObject({ host: 'smtp.ours.example' });
  });
});

describe('A tenant that may declare organizations', () => {
  test('17.1 has its own, and neither takes nor sees existing ones', async () => {
    const { partner } = world;
    await becomes(partner.own('Organization', 'partner-co'), 'Reconciled');
    await becomes(application('portal', { name: 'partner-co' }, {}, partner), 'Reconciled');
    await becomes(partner.own('Organization', 'acme', { adoptionPolicy: 'Adopt' }), 'NameConflict');
    await becomes(partner.own('Organization', 'legacy', { adoptionPolicy: 'Adopt' }), 'AdoptionRefused');
    await becomes(application('inside', { name: 'legacy' }, {}, partner), 'NotReady');
    expect(await world.inApi('organization', 'legacy')).toMatchObject({ origin: null, displayName: 'Legacy' });
  });

  test('17.1 cannot name a foreign application as its default', async () => {
    const spec = { name: 'with-default', defaultApplicationRef: { name: 'books', namespace: 'shop' } };
    await becomes(world.partner.own('Organization', 'with-default', spec), 'Reconciled');
    expect(await world.inApi('organization', 'with-default')).toMatchObject({ defaultApplication: '' });
  });
});

test('17.1 a resource that changes a host without the secret reports the dropped secret, until it declares it', async () => {
  const spec = { category: 'Email', type: 'Default', adoptionPolicy: 'Adopt', name: 'mail' };
  const provider = (own: object) => a('Provider', 'ours', { ...spec, ...own });
  await world.apply(provider({ host: 'smtp.example' }));
  await world.ready('provider', 'ours');
  await world.apply(provider({ host: 'smtp.elsewhere.example' }));
  const { message } = await world.reason('provider', 'ours', 'SecretDropped');
  expect(message).toMatch(/host.* changed, so the API dropped clientSecret.*declare clientSecretRef/);
  expect(await stored('provider', 'mail')).toMatchObject({ host: 'smtp.elsewhere.example', clientSecret: '' });
  // A new operator reports it too.
  await world.restart();
  await world.apply(provider({ host: 'smtp.elsewhere.example', title: 'Hello' }));
  await world.reason('provider', 'ours', 'SecretDropped');
  await world.apply({ ...secret('ours', { value: 'new-s3cret' }), metadata: { name: 'ours', namespace: 'default' } });
  await world.apply(provider({ host: 'smtp.elsewhere.example', clientSecretRef: { name: 'ours', key: 'value' } }));
  await world.ready('provider', 'ours');
  expect(await stored('provider', 'mail')).toMatchObject({ clientSecret: 'new-s3cret' });
});

test('17.1 withdrawn consent ends at once, also for existing objects', async () => {
  await becomes(application('guest', open, { revocation: 'Disable' }), 'Reconciled');
  await world.kubectl(['patch', 'dworg', 'open', '--type=merge', '-p', '{"spec":{"allowedReferrers":[]}}']);
  await world.settled(mallory, 'application', 'guest', 'NotFoundOrNotPermitted');
  await eventually(async () => (await world.inApi('application', 'guest'))?.isEnabled === false);
});

test('17.1 a tenant that pauses or only observes keeps nothing that is taken back', async () => {
  const { shop } = world;
  const lets = async (allowedReferrers: unknown) => {
    const patch = ['patch', 'dworg', 'acme', '--type=merge', '-p', JSON.stringify({ spec: { allowedReferrers } })];
    await world.kubectl(patch);
  };
  const [entry] = JSON.parse(await world.kubectl(['get', 'dworg', 'acme', '-o', 'json'])).spec.allowedReferrers;
  await lets([{ ...entry, apiAccess: 'administrator' }]);
  await becomes(shop.own('Provider', 'shop-mail', { category: 'Email', type: 'Default' }), 'Reconciled');
  const spec = { apiAccess: 'administrator', providers: [{ providerRef: { name: 'shop-mail' } }] };
  const raised = (name: string) => application(name, acme, spec, shop);
  await becomes(raised('paused'), 'Reconciled');
  await becomes(raised('observed'), 'Reconciled');
  const rights = () =>
    Promise.all([
      ...['paused', 'observed'].map(async (name) => (await stored('application', name))?.apiAccess),
      stored('provider', 'shop-mail').then((found) => String(found?.organizations)),
    ]);
  await eventually(async () => String(await rights()) === 'administrator,administrator,acme');
  expect(
    (await shop.kubectl(['annotate', 'dwapp/paused', 'dwprov/shop-mail', 'doorwright.dev/paused=true'])).code,
  ).toBe(0);
  await becomes(application('observed', acme, { managementPolicy: 'Observe' }, shop), 'Observed');
  await lets([]);
  await eventually(async () => String(await rights()) === 'read-account,read-account,');
  await lets([entry]);
  expect((await shop.kubectl(['annotate', 'dwapp/paused', 'dwprov/shop-mail', 'doorwright.dev/paused-'])).code).toBe(0);
  await becomes(application('observed', acme, { providers: spec.providers }, shop), 'Reconciled');
});

test('17.1 refused resources are deleted without effect on objects', async () => {
  const { code, stderr } = await mallory.kubectl(['delete', 'doorwright', '--all', '--timeout=90s']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const [kind, name] of [
    ['organization', 'legacy'],
    ['organization', 'acme'],
    ['provider', 'mail'],
    ['provider', 'wanted'],
    ['application', 'books'],
    ['application', 'handmade'],
  ] as const)
    expect(await world.inApi(kind, name), name).toBeDefined();
});

test('17.1 a tenant’s own application, provider and Secret work', async () => {
  const organizationRef = acme;
  const { shop } = world;
  const mine = { category: 'OAuth', type: 'GitHub', clientId: 'of-the-shop' };
  await becomes(shop.own('Provider', 'shop-github', mine), 'Reconciled');
  const providers = [{ providerRef: { name: 'shop-github' } }];
  await becomes(shop.own('Application', 'books', { organizationRef, generate: true, providers }), 'Reconciled');
  const { stdout } = await shop.kubectl(['get', 'secret', 'books-oidc', '-o', 'jsonpath={.data.OIDC_CLIENT_SECRET}']);
  expect(Buffer.from(stdout, 'base64').toString()).toBe(await current('books'));
  expect((await shop.kubectl(['delete', 'dwapp,dwprov', '--all', '--timeout=90s'])).code).toBe(0);
  expect(await world.inApi('application', 'books')).toBeUndefined();
});
