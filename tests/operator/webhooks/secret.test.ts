import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../api/webhooks/receiver.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import type { World } from '../world/declared-world.ts';
import { aSecret, startWebhooks, type WebhookWorld } from './world.ts';

let webhooks: WebhookWorld;
let world: World;
beforeAll(async () => {
  webhooks = await startWebhooks();
  ({ world } = webhooks);
}, clusterHookTimeout);
afterAll(() => webhooks?.stop());

const newKey = () => `whsec_${randomBytes(32).toString('base64')}`;
const keyOf = async (secret: string) => (await world.secret(secret))?.WEBHOOK_SECRET;
const rotate = (name: string, when: string) =>
  world.kubectl(['annotate', 'dwhook', name, '--overwrite', `doorwright.dev/rotate-at=${when}`]);
const credentials = (name: string) => world.condition('webhook', name, 'CredentialsReady');

async function made(name: string): Promise<string> {
  await webhooks.declare(name, { secretName: `${name}-key` });
  await world.ready('webhook', name);
  const key = await keyOf(`${name}-key`);
  if (!key) throw new Error(`Secret ${name}-key has no key`);
  return key;
}

test('rotate-at makes another key, and both keys sign for a day', async () => {
  const before = await made('rotated');
  expect(await credentials('rotated')).toMatchObject({ status: 'True', reason: 'Issued' });
  await rotate('rotated', 'one');
  await eventually(async () => (await world.get('webhook', 'rotated')).status?.lastHandledRotateAt === 'one');
  const after = await keyOf('rotated-key');
  expect(after).not.toBe(before);
  expect(await world.secret('rotated-key')).toEqual({ WEBHOOK_SECRET: after });
  expect(await credentials('rotated')).toMatchObject({ status: 'True', reason: 'Rotating' });
  const call = await webhooks.told('rotated');
  expect([verifies(before, call), verifies(after, call)]).toEqual([true, true]);

  // A third key would end the first one too early.
  await rotate('rotated', 'two');
  await rotate('rotated', 'three');
  await world.annotate('webhook', 'rotated', 'reconcile-at', 'now');
  await eventually(async () => (await world.get('webhook', 'rotated')).status?.lastHandledReconcileAt === 'now');
  expect(await keyOf('rotated-key')).toBe(after);
  await world.app.db('webhooks').where({ name: 'rotated' }).update({ previous_secret_until: new Date() });
  await world.annotate('webhook', 'rotated', 'reconcile-at', 'later');
  await eventually(async () => (await world.get('webhook', 'rotated')).status?.lastHandledRotateAt === 'three');
  expect(await keyOf('rotated-key')).not.toBe(after);
});

test('a rotation goes on where a crash ended it', async () => {
  const before = await made('crashed');
  const next = newKey();
  await world.operator.stop('SIGKILL');
  const patch = { data: { WEBHOOK_SECRET_NEXT: Buffer.from(next).toString('base64') } };
  await world.kubectl(['patch', 'secret', 'crashed-key', '--type=merge', '-p', JSON.stringify(patch)]);
  await world.restart();
  await eventually(async () => (await keyOf('crashed-key')) === next);
  const call = await webhooks.told('crashed');
  expect([verifies(before, call), verifies(next, call)]).toEqual([true, true]);
});

test("a team's own key comes from its Secret, and another value there leaves the old key valid for a day", async () => {
  const [before, after] = [newKey(), newKey()];
  await webhooks.declare('own', { keySecretRef: { name: 'own-key', key: 'key' } });
  await world.reason('webhook', 'own', 'SecretMissing');
  await world.apply(aSecret('own-key', { key: before }));
  await world.ready('webhook', 'own');
  expect(verifies(before, await webhooks.told('own'))).toBe(true);
  await world.apply(aSecret('own-key', { key: after }));
  await eventually(async () => (await world.get('webhook', 'own')).status?.previousSecretUntil !== undefined);
  const call = await webhooks.told('own');
  expect([verifies(before, call), verifies(after, call)]).toEqual([true, true]);
});

test('a key that no receiver could use is refused without being shown', async () => {
  await world.apply(aSecret('wrong-key', { key: 'whsec_planted-and-wrong' }));
  await webhooks.declare('wrong', { keySecretRef: { name: 'wrong-key', key: 'key' } });
  const { message } = await world.reason('webhook', 'wrong', 'InvalidSpec');
  expect(message).toMatch(/whsec_ and 24 to 64 bytes/);
  expect(message).not.toContain('planted');
});

test('a Secret that somebody deletes is made anew, with a second key', async () => {
  const before = await made('lost');
  await world.remove('secret', 'lost-key');
  await eventually(async () => ![before, undefined].includes(await keyOf('lost-key')));
  const call = await webhooks.told('lost');
  expect([verifies(before, call), verifies(await keyOf('lost-key'), call)]).toEqual([true, true]);
});

test('a Secret of somebody else is left as it is', async () => {
  await world.apply(aSecret('theirs', { password: 'x' }));
  await webhooks.declare('conflict', { secretName: 'theirs' });
  await world.reason('webhook', 'conflict', 'SecretConflict');
  expect(await world.secret('theirs')).toEqual({ password: 'x' });
});

test('a renamed Secret has the same key, and the former one stays for its readers', async () => {
  const before = await made('renamed');
  await webhooks.declare('renamed', { secretName: 'renamed-new' });
  await eventually(async () => (await keyOf('renamed-new')) === before);
  expect(await keyOf('renamed-key')).toBe(before);
});
