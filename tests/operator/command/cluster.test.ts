import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type Declared, ofPlatform, startWorld, type World } from '../world/declared-world.ts';
import { doorwright } from './command.ts';

let world: World;

const add = async (kind: string, object: Record<string, unknown>) =>
  expect((await world.admin.post(`add-${kind}`, { owner: 'admin', ...object })).body).toMatchObject({ status: 'ok' });
const { PATH = '', HOME = '' } = process.env;
const run = (...args: string[]) => doorwright(args, { PATH, HOME, ...world.settings });
const listed = () => world.reader.declared();
const ready = ({ status }: Declared) => status?.conditions?.find(({ type }) => type === 'Ready');

/** Objects from the console, before there was a cluster. */
beforeAll(async () => {
  world = await startWorld(ofPlatform('rivermill', 'rivermill-shop'));
  await add('organization', { name: 'guild', displayName: 'Guild' });
  await add('cert', { name: 'cert_guild', cryptoAlgorithm: 'ES256' });
  const mail = { category: 'Email', type: 'Default', host: 'mail.example', port: 587, clientId: 'guild' };
  await add('provider', { name: 'mail', ...mail, clientSecret: 'planted-mail-secret' });
  await add('application', {
    name: 'app_Hall',
    organization: 'guild',
    cert: 'cert_guild',
    providers: [{ name: 'mail' }],
    redirectUris: ['https://hall.example/callback'],
  });
  await add('syncer', { name: 'members', organization: 'guild', type: 'Database', password: 'planted-db-secret' });
}, clusterHookTimeout);
afterAll(() => world?.stop());

test('the exported api, applied to a cluster, is observed without differences', async () => {
  const { code, stdout } = await run('export', '--all', '-n', 'default');
  expect(code).toBe(0);
  await world.kubectl(['apply', '-f', '-'], stdout);
  const count = stdout.match(/^---$/gm)?.length;
  await world.kubectl(['wait', '--for=condition=Ready', 'doorwright', '--all', '-n', 'default', '--timeout=90s']);
  const resources = await listed();
  expect(resources).toHaveLength(count ?? 0);
  for (const resource of resources) {
    expect(ready(resource)).toMatchObject({ status: 'True', reason: 'Observed' });
    expect(resource.status?.drift ?? []).toEqual([]);
  }
  expect(await world.inApi('application', 'app_Hall')).toMatchObject({ origin: null });
});

test('managed and with their Secrets, the resources adopt everything unchanged', async () => {
  const before = await world.inApi('application', 'app_Hall');
  const secret = (name: string, stringData: object) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    stringData,
  });
  await world.apply(
    secret('mail', { clientSecret: 'planted-mail-secret' }),
    secret('members', { password: 'planted-db-secret' }),
  );
  const { stdout } = await run('export', '--all', '--manage', '-n', 'default');
  await world.kubectl(['apply', '-f', '-'], stdout);
  await world.ready('application', 'app-hall');
  await world.ready('syncer', 'members');
  await eventually(async () => (await listed()).every((each) => ready(each)?.status === 'True'));
  const after = await world.inApi('application', 'app_Hall');
  expect(after).toMatchObject({ clientId: before?.clientId, clientSecret: before?.clientSecret });
  expect(after?.origin).toMatchObject({ resource: 'applications.doorwright.dev default/app-hall' });
  // The connection Secret has the existing client secret.
  expect((await world.secret('app-hall-oidc'))?.OIDC_CLIENT_SECRET).toBe(before?.clientSecret);
});

test('doorwright status shows the state of a cluster as kubectl does', async () => {
  const fine = await run('status');
  expect(fine.stdout).toMatch(/^application\/app-hall +default +True +Reconciled/m);
  expect(fine.stdout).toMatch(/^(\d+) of \1 Ready$/m);
  expect(fine.code).toBe(0);
  await world.remove('secret', 'mail');
  await world.reason('provider', 'mail', 'SecretMissing');
  await world.reason('application', 'app-hall', 'NotReady');
  const { code, stdout } = await run('status', '-q', '-o', 'json');
  expect(code).toBe(2);
  // Its referrers wait for it.
  expect(JSON.parse(stdout).items).toMatchObject([
    { kind: 'Application', name: 'app-hall', reason: 'NotReady' },
    { kind: 'Provider', name: 'mail', reason: 'SecretMissing' },
  ]);
  const broken = await doorwright(['status'], { PATH, HOME, KUBECONFIG: '/nowhere' });
  expect(broken).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The cluster of KUBECONFIG cannot be asked: /),
  });
});

test('objects of a lost cluster go to its successor with their secrets, only after a confirmation', async () => {
  const gone = `gone-${randomUUID()}`;
  const cluster = (await world.kubectl(['get', 'namespace', 'kube-system', '-o', 'jsonpath={.metadata.uid}'])).trim();
  const spec = { organizationRef: { name: 'guild' }, generate: true };
  await world.apply(a('Application', 'moved', spec), a('Provider', 'left', { category: 'Email', type: 'Default' }));
  await world.ready('application', 'moved');
  await world.ready('provider', 'left');
  const before = await world.inApi('application', 'moved');
  await world.operator.stop();
  // As if another, lost cluster had declared them.
  await world.app
    .db('origins')
    .whereIn('resource', ['moved', 'left'])
    .update({ cluster: gone, uid: world.app.db.raw('gen_random_uuid()::text') });
  const kinds = ['application.doorwright.dev/moved', 'provider.doorwright.dev/left'];
  await world.kubectl(['patch', ...kinds, '--type=merge', '-p', '{"metadata":{"finalizers":null}}']);
  await world.kubectl(['delete', ...kinds, 'secret/moved-oidc']);
  await world.restart();
  await world.apply(a('Application', 'moved', spec));
  await world.reason('application', 'moved', 'NameConflict');

  expect((await run('release')).stdout).toMatch(new RegExp(`^${gone} +2$`, 'm'));
  const asked = await run('release', '--cluster', gone, '--to', cluster);
  expect(asked.stdout).toMatch(/^application\/moved +applications\.doorwright\.dev default\/moved$/m);
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes does it') });
  await world.reason('application', 'moved', 'NameConflict');
  expect(await run('release', '--cluster', gone, '--to', cluster, '--yes')).toMatchObject({ code: 0 });
  await world.ready('application', 'moved');
  const after = await world.inApi('application', 'moved');
  expect(after).toMatchObject({ clientId: before?.clientId, clientSecret: before?.clientSecret });
  expect((await world.secret('moved-oidc'))?.OIDC_CLIENT_SECRET).toBe(before?.clientSecret);
  const action = 'declared POST /:kind/:owner/:name/hand-over';
  expect(await world.app.db('records').where({ action, object: 'application admin/moved' })).toHaveLength(1);
  const again = await run('release', '--cluster', gone, '--yes');
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('No object is declared from the cluster') });
});

test('objects of a lost cluster without a successor belong to no resource', async () => {
  const gone = `gone-${randomUUID()}`;
  const name = `released-${gone.slice(-8)}`;
  await world.apply(a('Provider', name, { category: 'Email', type: 'Default' }));
  await world.ready('provider', name);
  const own = { cluster: gone, uid: world.app.db.raw('gen_random_uuid()::text') };
  await world.app.db('origins').where({ resource: name }).update(own);
  expect(await run('release', '--cluster', gone, '--yes')).toMatchObject({ code: 0 });
  expect(await world.inApi('provider', name)).toMatchObject({ type: 'Default', origin: null });
  expect(await run('release', '--cluster', gone)).toMatchObject({ code: 1 });
  expect(await run('release', '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('--cluster names') });
});

test('the example company becomes Ready as its README says', async () => {
  await world.namespace('rivermill', 'rivermill-shop');
  // After the adoption, the captcha of every installation has a resource, which must permit referrers.
  const allowedReferrers = [{ kinds: ['Application'], namespaces: { from: 'All' } }];
  const leave = JSON.stringify({ spec: { allowedReferrers } });
  const captcha = 'provider.doorwright.dev/provider-captcha-default';
  await world.cluster.kubectl(['patch', captcha, '--type=merge', '-p', leave]);
  await world.kubectl(['apply', '-f', 'crds/examples']);
  for (const namespace of ['rivermill', 'rivermill-shop'])
    await world.kubectl(['wait', '--for=condition=Ready', 'doorwright', '--all', '-n', namespace, '--timeout=90s']);
  console.log((await run('status')).stdout);
});
