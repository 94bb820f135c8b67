import { randomUUID } from 'node:crypto';
import { secrets } from '@doorwright/operator/runtime/resource.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { declaredResource } from '../world/cluster-reader.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type Declared, ofPlatform, startWorld, type World } from '../world/declared-world.ts';
import { events } from '../world/resources.ts';
import { type Credentials, credentialsIn, signIn } from '../world/sign-in-of-clients.ts';

const few = `few-${randomUUID().slice(0, 8)}`;
let world: World;
beforeAll(async () => {
  world = await startWorld(ofPlatform(few));
  await world.apply(a('Organization', 'acme'));
  await world.ready('organization', 'acme');
}, clusterHookTimeout);
afterAll(() => world?.stop());

const endAnnotation = 'doorwright.dev/delete-after';

const declare = (name: string, spec: object) =>
  world.apply(a('Application', name, { organizationRef: { name: 'acme' }, ...spec }));
const generated = (name: string, secret: string) =>
  declare(name, { generate: true, connectionSecret: { name: secret } });

const endOf = async (secret: string): Promise<string | undefined> => {
  const found = await world.reader.find(secrets, secret);
  if (!found) throw new Error(`There is no Secret ${secret}`);
  return found.metadata.annotations?.[endAnnotation];
};
const notesOf = async (name: string, reason: string) => {
  const found = await world.reader.list<{ regarding: { name: string }; reason: string; note: string }>(events);
  return found.filter((each) => each.regarding.name === name && each.reason === reason).map(({ note }) => note);
};
const noteOf = async (name: string, reason: string) => (await notesOf(name, reason)).at(-1);
const gone = (secret: string) => eventually(async () => (await world.secret(secret)) === undefined);

async function renamed(name = `app-${randomUUID().slice(0, 8)}`) {
  const [before, after] = [`${name}-before`, `${name}-after`];
  await generated(name, before);
  await world.ready('application', name);
  const credentials = await world.secret(before);
  await generated(name, after);
  await eventually(async () => (await world.secret(after)) !== undefined);
  return { name, before, after, credentials };
}

test('a renamed connection Secret has the same values, and the old one stays for its readers', async () => {
  const { name, before, after, credentials } = await renamed();
  expect(await world.secret(after)).toEqual(credentials);
  await eventually(async () => (await endOf(before)) !== undefined);
  const end = await endOf(before);
  const hours = (Date.parse(String(end)) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  expect(await world.secret(before)).toEqual(credentials);
  const note = `Secret ${before} is replaced by Secret ${after}; it stays until ${end}`;
  await eventually(async () => (await noteOf(name, 'Issued')) === note);
  expect((await world.get('application', name)).status?.binding).toEqual({ name: after });

  // A person may move the time.
  await world.kubectl(['annotate', 'secret', before, '--overwrite', `${endAnnotation}=${new Date().toISOString()}`]);
  await gone(before);
  await eventually(async () => (await noteOf(name, 'Deleted')) === `Deleted Secret ${before}, as announced`);
  expect(await world.secret(after)).toEqual(credentials);
});

test('a Secret that gets its name back stays', async () => {
  const { name, before, after } = await renamed();
  await eventually(async () => (await endOf(before)) !== undefined);
  await generated(name, before);
  await eventually(async () => (await endOf(before)) === undefined && (await endOf(after)) !== undefined);
});

test('a Secret of another reader stays, and so does a foreign one', async () => {
  const name = `app-${randomUUID().slice(0, 8)}`;
  const foreign = `${name}-foreign`;
  const labels = { 'doorwright.dev/managed': 'true' };
  await world.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: foreign, namespace: 'default', labels } });
  await generated(name, `${name}-before`);
  await world.ready('application', name);
  const clientSecretRef = { name: `${name}-before`, key: 'OIDC_CLIENT_SECRET' };
  await declare(`${name}-sharer`, { clientSecretRef });
  await world.ready('application', `${name}-sharer`);
  await generated(name, `${name}-after`);
  await eventually(async () => (await world.get('application', name)).status?.binding !== undefined);
  await eventually(async () => (await world.secret(`${name}-after`)) !== undefined);
  await world.remove('application', `${name}-sharer`);
  // Only now it has no reader.
  expect(await endOf(`${name}-before`)).toBeUndefined();
  await world.apply(
    a('Application', name, (await world.get('application', name)).spec, {
      annotations: { 'doorwright.dev/reconcile-at': 'now' },
    }),
  );
  await eventually(async () => (await endOf(`${name}-before`)) !== undefined);
  expect(await endOf(foreign)).toBeUndefined();
});

test('an application with its own secret needs no connection Secret, and a cert keeps its key under another name', async () => {
  const name = `app-${randomUUID().slice(0, 8)}`;
  const cert = (secretName: string) => world.apply(a('Cert', name, { cryptoAlgorithm: 'ES256', secretName }));
  await generated(name, `${name}-made`);
  await cert(`${name}-key`);
  await world.ready('application', name);
  await world.ready('cert', name);
  const key = await world.secret(`${name}-key`);
  await world.apply({
    ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' } },
    stringData: { value: randomUUID() },
  });
  await declare(name, { clientSecretRef: { name, key: 'value' } });
  await cert(`${name}-other`);
  await eventually(async () => (await world.secret(`${name}-other`))?.['tls.key'] === key?.['tls.key']);
  await eventually(async () => (await endOf(`${name}-made`)) !== undefined);
  await eventually(async () => (await endOf(`${name}-key`)) !== undefined);
  expect(await endOf(name)).toBeUndefined();
});

test('17.4 the status reports a short client secret without its value', async () => {
  const name = `app-${randomUUID().slice(0, 8)}`;
  const value = 'fifteen letters';
  const metadata = { name, namespace: 'default' };
  await world.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { value } });
  await declare(name, { clientSecretRef: { name, key: 'value' } });
  const { message } = await world.reason('application', name, 'InvalidSpec');
  expect(message).toContain('must have at least 16 characters');
  expect(message).not.toContain(value);
});

/** As the quota controller does. The API server enforces it. */
async function limited(namespace: string, hard: Record<string, string>): Promise<void> {
  const status = { hard, used: Object.fromEntries(Object.keys(hard).map((what) => [what, '0'])) };
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'few', namespace }, spec: { hard } };
  await world.apply(quota);
  const patch = ['-n', namespace, '--subresource=status', '--type=merge', '-p', JSON.stringify({ status })];
  await world.kubectl(['patch', 'resourcequota', 'few', ...patch]);
}

test('the status reports a quota of Secrets, and the application keeps its credentials meanwhile', async () => {
  const namespace = few;
  await world.namespace(namespace);
  await limited(namespace, { 'count/secrets': '0' });
  const spec = { organizationRef: { name: namespace }, generate: true };
  await world.apply(a('Organization', namespace, {}, { namespace }), a('Application', namespace, spec, { namespace }));
  const credentials = () => world.app.db('applications').where({ name: namespace }).first('client_id', 'version');
  const ready = async () => {
    const shown = await world.reader.find<Declared>(declaredResource('application'), namespace, namespace);
    return shown?.status?.conditions?.find(({ type }) => type === 'Ready');
  };
  await eventually(async () => (await ready())?.message.includes('exceeded quota') === true);
  expect(await ready()).toMatchObject({ status: 'False', reason: 'PermissionDenied' });
  const given = await credentials();
  const asked = async () =>
    (await world.operator.metrics()).match(
      /api_requests_total\{method="PUT",route="(?!\/manifests).*code="200"\} (\d+)/,
    )?.[1];
  const before = Number(await asked());
  await eventually(async () => Number(await asked()) >= before + 2);
  expect(await credentials()).toEqual(given);

  await limited(namespace, { 'count/secrets': '9' });
  await eventually(async () => (await ready())?.status === 'True');
  const made = await world.kubectl(['get', 'secret', `${namespace}-oidc`, '-n', namespace, '-o', 'json']);
  expect(Buffer.from(JSON.parse(made).data.OIDC_CLIENT_ID, 'base64').toString()).toBe(given.client_id);
});

test('the API server enforces a quota of applications, and reports it to the author', async () => {
  const namespace = `none-${randomUUID().slice(0, 8)}`;
  await world.namespace(namespace);
  await limited(namespace, { 'count/applications.doorwright.dev': '0' });
  const spec = { organizationRef: { name: 'acme' }, generate: true };
  const applied = world.apply(a('Application', namespace, spec, { namespace }));
  await expect(applied).rejects.toThrow(/exceeded quota: few, requested: count\/applications.doorwright.dev=1/);
});

test('a Secret that a cluster policy refuses is reported once, and waits for another spec', async () => {
  const name = `label-${randomUUID().slice(0, 8)}`;
  const labelled = (team: string) =>
    declare(name, { generate: true, connectionSecret: { template: { metadata: { labels: { team } } } } });
  const policy = (kind: string, spec: object) => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `ValidatingAdmissionPolicy${kind}`,
    metadata: { name },
    spec,
  });
  const secrets = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['secrets'] };
  const expression = `!has(object.metadata.labels) || !object.metadata.labels.exists(key, object.metadata.labels[key] == '${name}')`;
  await world.apply(
    policy('', {
      matchConstraints: { resourceRules: [secrets] },
      validations: [{ expression, message: 'There is no such team' }],
    }),
    policy('Binding', { policyName: name, validationActions: ['Deny'] }),
  );
  const tried = { apiVersion: 'v1', kind: 'Secret', metadata: { name, labels: { team: name } } };
  await eventually(async () => {
    const { code } = await world.cluster.kubectl(['apply', '--dry-run=server', '-f', '-'], JSON.stringify(tried));
    return code !== 0;
  });
  await labelled(name);
  expect((await world.reason('application', name, 'InvalidSpec')).message).toContain('There is no such team');
  await labelled('shop');
  await world.ready('application', name);
});

test('a label that the template no longer has is removed, and one of people stays', async () => {
  const [name, secret] = [`app-${randomUUID().slice(0, 8)}`, `labels-${randomUUID().slice(0, 8)}`];
  const labelled = (labels: object) =>
    declare(name, { generate: true, connectionSecret: { name: secret, template: { metadata: { labels } } } });
  const labelsOf = async (): Promise<Record<string, string>> =>
    JSON.parse(await world.kubectl(['get', 'secret', secret, '-o', 'json'])).metadata.labels;
  await labelled({ team: 'shop', tier: 'web' });
  await world.ready('application', name);
  await world.kubectl(['label', 'secret', secret, 'by=hand']);
  const credentials = await world.secret(secret);
  await labelled({ team: 'shop' });
  await eventually(async () => !('tier' in (await labelsOf())));
  expect(await labelsOf()).toMatchObject({ team: 'shop', by: 'hand' });
  expect(await world.secret(secret)).toEqual(credentials);
});

test('a rotation continues if its Secret is lost at the same time', async () => {
  const name = `app-${randomUUID().slice(0, 8)}`;
  const secret = `${name}-oidc`;
  await declare(name, { generate: true });
  await world.ready('application', name);
  const before = await world.secret(secret);
  await world.operator.stop();
  await world.remove('secret', secret);
  await world.annotate('application', name, 'rotate-at', 'now');
  await world.restart();
  await eventually(async () => (await world.get('application', name)).status?.lastHandledRotateAt === 'now');
  await eventually(async () => {
    const now = await world.secret(secret);
    return now?.OIDC_CLIENT_SECRET !== undefined && now.OIDC_CLIENT_SECRET !== before?.OIDC_CLIENT_SECRET;
  });
  expect(await world.secret(secret)).toMatchObject({ OIDC_CLIENT_ID: before?.OIDC_CLIENT_ID });
  const { clientSecret } = (await world.inApi('application', name)) as { clientSecret: string };
  expect((await world.secret(secret))?.OIDC_CLIENT_SECRET).toBe(clientSecret);
});

test('after a leak, a rotation without an overlap ends each former secret at once, also one in use', async () => {
  const name = `app-${randomUUID().slice(0, 8)}`;
  const [generate, grantTypes] = [true, ['client_credentials']];
  const current = async () => credentialsIn(await world.secret(`${name}-oidc`));
  const becomes = (reason: string) =>
    eventually(async () => (await world.condition('application', name, 'CredentialsReady'))?.reason === reason);
  const isRefused = async (credentials: Credentials) => (await signIn(world.app.url, credentials)).status === 401;
  await declare(name, { generate, grantTypes });
  await world.ready('application', name);
  const first = await current();
  await world.annotate('application', name, 'rotate-at', 'once');
  await becomes('Rotating');
  await eventually(async () => (await current()).clientSecret !== first.clientSecret);
  const second = await current();
  expect(await isRefused(first)).toBe(false);

  const rotation = { intervalDays: 90, overlapHours: 0, quietHours: 0, maxOverlapHours: 0 };
  await declare(name, { generate, grantTypes, credentials: { rotation } });
  await eventually(() => isRefused(first));
  expect(await isRefused(second)).toBe(false);
  await world.annotate('application', name, 'rotate-at', 'twice');
  await eventually(() => isRefused(second));
  await eventually(async () => !(await isRefused(await current())));
  const note = 'Made a new client secret; the one before has ended';
  await eventually(async () => (await notesOf(name, 'Rotated')).includes(note));
});
