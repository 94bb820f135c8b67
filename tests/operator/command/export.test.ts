import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Client } from '../../harness/client.ts';
import { eventually } from '../world/cluster-world.ts';
import { type Declared, type OperatorProcess, startOperator } from '../world/declared-world.ts';
import { doorwright, startDoorwright } from './command.ts';
import { type CommandWorld, startCommandWorld } from './world.ts';

let world: CommandWorld;
let manifests: string;
let file: string;
let admin: Client;
let operator: OperatorProcess | undefined;

const add = async (kind: string, object: Record<string, unknown>) =>
  expect((await admin.post(`add-${kind}`, { owner: 'admin', ...object })).body).toMatchObject({ status: 'ok' });
const inApi = async (kind: string, name: string) =>
  (await admin.get(`get-${kind}`, { id: `admin/${name}` })).body.data as Record<string, unknown> | null;
const ldapInApi = async () =>
  (await admin.get('get-ldap', { id: 'acme/0a1b2c3d' })).body.data as Record<string, unknown> | null;
const run = (...args: string[]) => doorwright(args, world.settings);
const documentsOf = (yaml: string) => parseAllDocuments(yaml).map((each) => each.toJS() as Declared);

const crmKey = `whsec_${Buffer.alloc(32, 'planted').toString('base64')}`;

/** An organization from the console, with names as in Casdoor 2022. */
beforeAll(async () => {
  world = await startCommandWorld();
  admin = await world.app.admin();
  manifests = join(world.dir, 'manifests');
  file = join(manifests, 'acme.yaml');
  mkdirSync(manifests);
  await add('organization', { name: 'acme', displayName: 'Acme', tags: ['vip|VIP'], languages: ['en', 'de'] });
  await add('cert', { name: 'cert_acme', displayName: 'Acme', cryptoAlgorithm: 'ES256' });
  await add('provider', {
    name: 'provider_github_Acme',
    category: 'OAuth',
    type: 'GitHub',
    clientId: 'Iv1.0123456789',
    clientSecret: 'planted-github-secret',
  });
  const providers = [{ name: 'provider_github_Acme', canSignUp: false }, { name: 'provider_captcha_default' }];
  const application = { organization: 'acme', cert: 'cert_acme', grantTypes: ['authorization_code', 'refresh_token'] };
  await add('application', { name: 'app_shop', displayName: 'Shop', ...application, providers });
  await add('application', { name: 'app-pages', clientType: 'public', ...application });
  await add('ldap', {
    ...{ owner: 'acme', id: '0a1b2c3d', serverName: 'Head Office', host: 'ldap.acme.example', baseDn: 'dc=acme' },
    ...{ passwd: 'planted-directory-password', caCertificate: 'an authority', signInMode: 'Off' },
  });
  await add('syncer', { name: 'people', organization: 'acme', type: 'Database', password: 'planted-db-secret' });
  await add('webhook', {
    ...{ name: 'crm', organization: 'acme', url: 'https://crm.example', secret: crmKey },
    headers: [{ name: 'X-Key', value: 'planted-header' }],
  });
  await add('organization', { name: 'other' });
  await add('application', { name: 'not-acme', organization: 'other' });
});
afterAll(async () => {
  await operator?.stop();
  await world?.stop();
});

describe('doorwright export', () => {
  test('prints an organization and its objects as observing resources without secrets', async () => {
    const { code, stdout, stderr } = await run('export', '--organization', 'acme');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'Secrets to provide in acme, with their keys:\n  cert-acme: tls.key\n  provider-github-acme: clientSecret\n  head-office: passwd\n  head-office: caCertificate\n  people: password\n  crm: headers-1\n  crm: secret\n',
    });
    expect(stdout).not.toContain('planted');
    expect(stdout).not.toContain(crmKey);
    expect(stdout).not.toContain('PRIVATE KEY');
    const resources = documentsOf(stdout);
    expect(resources.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`)).toEqual([
      'Organization acme/acme',
      'Cert acme/cert-acme',
      'Provider acme/provider-captcha-default',
      'Provider acme/provider-github-acme',
      'Application acme/app-pages',
      'Application acme/app-shop',
      'Ldap acme/head-office',
      'Syncer acme/people',
      'Webhook acme/crm',
    ]);
    expect(resources.find(({ metadata }) => metadata.name === 'app-shop')?.spec).toEqual({
      name: 'app_shop',
      managementPolicy: 'Observe',
      adoptionPolicy: 'IfIdentical',
      displayName: 'Shop',
      organizationRef: { name: 'acme' },
      clientId: (await inApi('application', 'app_shop'))?.clientId,
      certRef: { name: 'cert-acme' },
      grantTypes: ['authorization_code', 'refresh_token'],
      apiAccess: 'administrator',
      providers: [
        expect.objectContaining({ providerRef: { name: 'provider-github-acme' }, canSignUp: false }),
        expect.objectContaining({ providerRef: { name: 'provider-captcha-default' } }),
      ],
      generate: true,
    });
    expect(resources.find(({ kind }) => kind === 'Ldap')?.spec).toEqual({
      name: '0a1b2c3d',
      managementPolicy: 'Observe',
      adoptionPolicy: 'IfIdentical',
      organizationRef: { name: 'acme' },
      serverName: 'Head Office',
      host: 'ldap.acme.example',
      passwordSecretRef: { name: 'head-office', key: 'passwd' },
      caSecretRef: { name: 'head-office', key: 'caCertificate' },
      baseDn: 'dc=acme',
      signInMode: 'Off',
    });
  });

  test('round trip: a plan shows nothing, observing reports no drift, and adopting changes nothing', async () => {
    writeFileSync(file, (await run('export', '--organization', 'acme')).stdout);
    expect(await run('plan', '-f', manifests)).toMatchObject({ code: 0, stdout: 'Plan: 9 as declared\n' });

    operator = await startOperator({ ...world.settings, DOORWRIGHT_MANIFESTS: manifests });
    await eventually(() => operator?.log.some((line) => line.includes('9 objects declared')) ?? false);
    const observed = await run('status', '-o', 'json');
    expect(observed.code).toBe(0);
    for (const item of JSON.parse(observed.stdout).items)
      expect(item).toMatchObject({ ready: 'True', reason: 'Observed', drift: 0, file });

    const before = {
      application: await inApi('application', 'app_shop'),
      organization: await inApi('organization', 'acme'),
    };
    const secrets = [
      ['provider-github-acme', 'clientSecret', 'planted-github-secret'],
      ['head-office', 'passwd', 'planted-directory-password, caCertificate: an authority'],
      ['people', 'password', 'planted-db-secret'],
      ['crm', 'headers-1', `planted-header, secret: ${crmKey}`],
    ].map(
      ([name, key, value]) =>
        `---\napiVersion: v1\nkind: Secret\nmetadata: {name: ${name}, namespace: acme}\nstringData: {${key}: ${value}}\n`,
    );
    writeFileSync(join(manifests, 'secrets.yaml'), secrets.join(''));
    await operator.stop();
    const managed = await run('export', '--organization', 'acme', '--manage');
    writeFileSync(file, managed.stdout);
    expect((await run('plan', '-f', manifests)).stdout).toMatch(/^Plan: 8 to adopt, 1 as declared$/m);
    operator = await startOperator({ ...world.settings, DOORWRIGHT_MANIFESTS: manifests });
    await eventually(async () => (await inApi('syncer', 'people'))?.origin !== null);
    await eventually(async () => (await ldapInApi())?.origin !== null);
    expect(await ldapInApi()).toMatchObject({ signInMode: 'Off', caCertificate: 'an authority', holdCount: 10 });
    await eventually(async () => (await inApi('webhook', 'crm'))?.origin !== null);
    await eventually(async () => (await inApi('application', 'app_shop'))?.origin !== null);
    const { origin, managedFields, ...application } = (await inApi('application', 'app_shop')) ?? {};
    expect(origin).toMatchObject({ resource: 'applications.doorwright.dev acme/app-shop' });
    expect(managedFields).toContain('displayName');
    expect(before.application).toMatchObject(application);
    expect((await inApi('organization', 'acme'))?.tags).toEqual(before.organization?.tags);
    expect(await run('plan', '-f', manifests)).toMatchObject({ code: 0 });
  });

  test('reports an unknown organization, or none', async () => {
    expect(await run('export', '--organization', 'nobody')).toMatchObject({
      code: 1,
      stderr: 'The api has no organization «nobody».\n',
    });
    expect(await run('export')).toMatchObject({ code: 1, stderr: 'Either --organization names one, or --all.\n' });
  });

  test('of everything excludes built-in objects', async () => {
    const { code, stdout } = await run('export', '--all', '--manage', '-o', 'json');
    expect(code).toBe(0);
    const { items } = JSON.parse(stdout) as { items: Declared[] };
    // With the chart, the operator may not use Secrets in the namespace of the release.
    expect(new Set(items.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['platform']));
    const named = (kind: string, name: string) =>
      items.find((each) => each.kind === kind && each.metadata.name === name);
    expect(named('Application', 'app-built-in')?.spec).toMatchObject({ managementPolicy: 'Observe' });
    expect(named('Application', 'not-acme')?.spec).toMatchObject({ adoptionPolicy: 'IfIdentical' });
    expect(named('Application', 'not-acme')?.spec).not.toHaveProperty('managementPolicy');
  });
});

describe('doorwright status', () => {
  test('says nothing to a reader that leaves early', async () => {
    const child = startDoorwright(['status'], world.settings);
    child.stdout.destroy();
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    expect([await text(child.stderr), await ended]).toEqual(['', 0]);
  });

  test('says that the object of another organization has the name', async () => {
    writeFileSync(
      join(manifests, 'taken.yaml'),
      'apiVersion: doorwright.dev/v1alpha1\nkind: Application\nmetadata: {name: not-acme, namespace: acme}\nspec: {organizationRef: {name: acme}, generate: true}\n',
    );
    const problem = async () => (await run('status', '--quiet')).stdout;
    await eventually(async () => (await problem()).includes('application/not-acme'));
    expect(await problem()).toMatch(/^application\/not-acme .* NameConflict .* Another resource or organization has /m);
    rmSync(join(manifests, 'taken.yaml'));
    await eventually(async () => !(await problem()).includes('application/not-acme'));
  });

  test('lists declared objects, with problems last, and exits with 2 while something is not Ready', async () => {
    writeFileSync(
      join(manifests, 'broken.yaml'),
      'apiVersion: doorwright.dev/v1alpha1\nkind: Cert\nmetadata: {name: Broken}\nspec: {}\n',
    );
    writeFileSync(
      join(manifests, 'waiting.yaml'),
      'apiVersion: doorwright.dev/v1alpha1\nkind: Syncer\nmetadata: {name: lost, namespace: acme}\nspec: {organizationRef: {name: nobody}}\n',
    );
    await eventually(async () => (await run('status')).stdout.includes('syncer/lost'));
    const { code, stdout } = await run('status');
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^OBJECT {2,}NAMESPACE {2,}READY {2,}REASON/);
    expect(stdout).toMatch(/^application\/app-shop +acme +True +Reconciled/m);
    expect(stdout).toMatch(
      /^syncer\/lost +acme +False +NotFoundOrNotPermitted .*waiting\.yaml:1 +Organization acme\/nobody does not exist/m,
    );
    expect(stdout).toMatch(/^- +- +False +Invalid .*broken\.yaml:3 /m);
    expect(lines.at(-1)).toBe('9 of 11 Ready');
    expect(code).toBe(2);
    expect((await run('status', '-q')).stdout.trim().split('\n')).toHaveLength(4);
    rmSync(join(manifests, 'broken.yaml'));
    rmSync(join(manifests, 'waiting.yaml'));
  });
});

describe('doorwright undelete', () => {
  test('restores a deleted object, and lists deleted objects', async () => {
    expect(await run('undelete')).toMatchObject({
      code: 0,
      stderr: 'Nothing was deleted within the last seven days.\n',
    });
    const before = await inApi('application', 'not-acme');
    await admin.post('delete-application', { owner: 'admin', name: 'not-acme' });
    expect((await run('undelete')).stdout).toMatch(/^application\/not-acme +built-in\/admin +20/m);
    expect(await run('undelete', 'applications.doorwright.dev/not-acme')).toMatchObject({
      code: 0,
      stdout: 'application/not-acme is back; nothing declares it yet\n',
    });
    expect(await inApi('application', 'not-acme')).toMatchObject({ clientSecret: before?.clientSecret, origin: null });
  });

  test('restores an LDAP server of its organization', async () => {
    await admin.post('add-ldap', { owner: 'acme', id: 'spare', serverName: 'Spare', host: 'spare.example' });
    await admin.post('delete-ldap', { owner: 'acme', id: 'spare' });
    expect((await run('undelete')).stdout).toMatch(/^ldap\/acme\/spare +built-in\/admin +20/m);
    expect(await run('undelete', 'ldap/spare')).toMatchObject({ code: 1 });
    expect(await run('undelete', 'ldap/acme/spare')).toMatchObject({
      code: 0,
      stdout: 'ldap/acme/spare is back; nothing declares it yet\n',
    });
  });

  test('explains in a sentence why an object cannot be restored', async () => {
    expect(await run('undelete', 'application/not-acme')).toMatchObject({ code: 1, stdout: '' });
    expect(await run('undelete', 'application/never-was')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('never-was'),
    });
    expect(await run('undelete', 'user/alice')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not <kind>/<name>'),
    });
  });
});
