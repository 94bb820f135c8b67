import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../harness/cluster.ts';
import { a, startWorld, type World } from './declared-world.ts';
import { eventually } from './runtime-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
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
  const { metadata } = JSON.parse(await world.kubectl(['get', 'secret', secret, '-o', 'json']));
  return metadata.annotations?.[endAnnotation];
};
const noteOf = async (name: string, reason: string) => {
  const { items } = JSON.parse(await world.kubectl(['get', 'events.events.k8s.io', '-o', 'json'])) as {
    items: { regarding: { name: string }; reason: string; note: string }[];
  };
  return items.filter((each) => each.regarding.name === name && each.reason === reason).at(-1)?.note;
};
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

test('a connection Secret of another name tells the same, and the one before stays for those who still read it', async () => {
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

  // A person may have it sooner.
  await world.kubectl(['annotate', 'secret', before, '--overwrite', `${endAnnotation}=${new Date().toISOString()}`]);
  await gone(before);
  await eventually(async () => (await noteOf(name, 'Deleted')) === `Deleted Secret ${before}, as announced`);
  expect(await world.secret(after)).toEqual(credentials);
});

test('one that gets its name back stays', async () => {
  const { name, before, after } = await renamed();
  await eventually(async () => (await endOf(before)) !== undefined);
  await generated(name, before);
  await eventually(async () => (await endOf(before)) === undefined && (await endOf(after)) !== undefined);
});

test('one that another resource reads stays, and so does one that is not ours', async () => {
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
  await world.kubectl(['delete', 'application.doorwright.dev', `${name}-sharer`]);
  // Only now is it nobody's.
  expect(await endOf(`${name}-before`)).toBeUndefined();
  await world.apply(
    a('Application', name, (await world.get('application', name)).spec, {
      annotations: { 'doorwright.dev/reconcile-at': 'now' },
    }),
  );
  await eventually(async () => (await endOf(`${name}-before`)) !== undefined);
  expect(await endOf(foreign)).toBeUndefined();
});

test('who brings a secret needs no Secret of ours any more, and a cert keeps its key under another name', async () => {
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
