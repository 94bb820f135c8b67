import { randomUUID } from 'node:crypto';
import { enqueue } from '@doorwright/api/core/jobs/enqueue.ts';
import { deleteExpired } from '@doorwright/api/core/objects/history/deleted-objects.ts';
import { fileRemovals } from '@doorwright/api/features/files/file-removal.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../declared/operator.ts';
import { add } from '../../harness/world.ts';
import { keys, startS3Service } from './s3-service.ts';
import { type Files, send, startFiles } from './world.ts';

const days = 86_400_000;
const ofThisDatabase = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
let clock = 0;
let service: Awaited<ReturnType<typeof startS3Service>>;
let files: Files;
let operator: Operator;
const s3 = () => ({
  ...{ category: 'Storage', type: 'AWS S3', clientId: keys.id, clientSecret: keys.secret, regionId: keys.region },
  ...{ endpoint: service.url, bucket: 'files' },
});
beforeAll(async () => {
  service = await startS3Service();
  files = await startFiles({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' }, () => new Date(Date.now() + clock));
  operator = createOperator(files.app.url);
  await add(files.root, 'provider', { name: 's3', ...s3() });
});
afterAll(async () => {
  await files.stop();
  service.stop();
});
beforeEach(() => {
  clock = 0;
});

/** An organization without users, so that it can be deleted. */
async function anOrganization(): Promise<string> {
  const name = `o-${randomUUID().slice(0, 8)}`;
  await add(files.root, 'organization', { name, displayName: name });
  return name;
}
async function upload(owner: string, file = 'plan.txt', provider = 'disk', content = file) {
  const path = `resource/${owner}/x/${file}`;
  const { body } = await send(files.root, { path, content, query: { owner, provider } });
  expect(body).toMatchObject({ status: 'ok' });
  return { url: String(body.data), key: String(body.data2) };
}
const remove = async (name: string) =>
  expect((await files.root.post('delete-organization', { owner: 'admin', name })).body).toMatchObject({ status: 'ok' });
/** Deletes it so long ago that it cannot be restored. */
async function removeLongAgo(name: string) {
  clock = -7 * days - 1000;
  await remove(name);
  clock = 0;
}
const undelete = async (name: string) =>
  expect((await operator.post(`organization/admin/${name}/undelete`)).status).toBe(200);
const status = async (url: string) => (await fetch(url)).status;
const inBucket = ({ key }: { key: string }) => service.objects.has(`/files${key}`);
const jobs = () => files.app.db('jobs.job').where('name', fileRemovals.name);
/** Runs jobs now that wait for their time or for a retry. */
async function doNow() {
  const waiting = await jobs().where('state', '<', 'active').pluck('data');
  await enqueue(
    files.app.db,
    fileRemovals,
    ...waiting.map((data) => ({ ...data, dueTime: new Date(0).toISOString() })),
  );
  return waiting.length;
}
const idle = () =>
  expect
    .poll(() => jobs().where('start_after', '<', files.app.db.fn.now()).whereIn('state', ['created', 'active']))
    .toEqual([]);

test('a deleted organization’s files are gone at once, and a restored one has them again', async () => {
  const name = await anOrganization();
  const [onDisk, inCloud] = [await upload(name), await upload(name, 'cloud.txt', 's3')];
  const before = await files.row(name, onDisk.key);
  await remove(name);
  expect(await status(onDisk.url)).toBe(404);
  expect((await files.root.get('get-resources', { owner: name })).body.data ?? []).toEqual([]);
  expect(await files.app.metrics()).toMatch(/doorwright_jobs\{kind="file-removal",state="later"\} [1-9]/);

  await undelete(name);
  expect(await status(onDisk.url)).toBe(200);
  expect(await files.row(name, onDisk.key)).toEqual(before);
  expect(await doNow()).toBeGreaterThan(0);
  await idle();
  expect([await status(onDisk.url), inBucket(inCloud)]).toEqual([200, true]);
});

test('all files of an organization are removed from their stores when it can no longer be restored', async () => {
  const [name, other] = [await anOrganization(), await anOrganization()];
  const [onDisk, inCloud, kept] = [await upload(name), await upload(name, 'cloud.txt', 's3'), await upload(other)];
  const row = files.app.store('resource').toRow((await files.row(name, inCloud.key)) as object as never);
  const many = Array.from({ length: 250 }, (_, i) => `/resource/${name}/x/${i}.txt`);
  await files.app.db('resources').insert(many.map((key) => ({ ...row, name: key })));
  for (const key of many) service.objects.set(`/files${key}`, { content: Buffer.from(key), headers: {} });
  const lain = files.onDisk().length;

  await removeLongAgo(name);
  await expect.poll(() => [...service.objects.keys()].filter((key) => key.includes(name))).toEqual([]);
  await expect.poll(() => files.onDisk().length).toBe(lain - 1);
  await idle();
  expect(await files.app.db('deleted_files').where('name', 'like', `%${name}%`)).toEqual([]);
  expect((await operator.post(`organization/admin/${name}/undelete`)).status).toBe(404);
  expect([await status(onDisk.url), await status(kept.url)]).toEqual([404, 200]);
});

test('files of a new organization with the same name are not removed', async () => {
  const name = await anOrganization();
  const [path, left] = [await upload(name, 'same.txt', 's3', 'old'), await upload(name, 'left.txt', 's3')];
  await remove(name);
  await add(files.root, 'organization', { name, displayName: name });
  await upload(name, 'same.txt', 's3', 'new');
  await doNow();
  await expect.poll(() => inBucket(left)).toBe(false);
  await idle();
  expect(service.objects.get(`/files${path.key}`)?.content.toString()).toBe('new');
});

test('an upload to a path waits until the old file there is removed', async () => {
  const name = await anOrganization();
  const file = await upload(name, 'same.txt', 's3', 'old');
  await remove(name);
  await add(files.root, 'organization', { name, displayName: name });
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  service.held.set(`/files${file.key}`, () => {
    reached.resolve();
    return released.promise;
  });
  await doNow();
  await reached.promise;
  let isOver = false;
  const uploading = upload(name, 'same.txt', 's3', 'new').finally(() => {
    isOver = true;
  });
  const waiting = () =>
    files.app.db('pg_locks').where({ locktype: 'advisory', granted: false }).whereRaw(ofThisDatabase);
  await expect.poll(async () => isOver || (await waiting()).length > 0).toBe(true);
  released.resolve();
  await uploading;
  await idle();
  expect(service.objects.get(`/files${file.key}`)?.content.toString()).toBe('new');
});

test('others may use a path of a deleted organization, and keep their files there', async () => {
  const [name, other] = [await anOrganization(), await anOrganization()];
  const path = `${randomUUID()}.txt`;
  const query = (owner: string) => ({ owner, provider: 'disk' });
  await send(files.root, { path, content: 'old', query: query(name) });
  await remove(name);
  const { body } = await send(files.root, { path, content: 'new', query: query(other) });
  await undelete(name);
  expect(await files.row(name, `/${path}`)).toBeUndefined();
  expect(await (await fetch(body.data)).text()).toBe('new');
});

test('a removal is retried if its store fails, is visible as waiting, and does not delay other files', async () => {
  const name = await anOrganization();
  const bad = `s3-${randomUUID()}`;
  await add(files.root, 'provider', { name: bad, ...s3() });
  const [stuck, other] = [await upload(name, 'a.txt', bad), await upload(name, 'b.txt', 's3')];
  const setSecret = (clientSecret: string) =>
    files.root.post('update-provider', { clientSecret }, { query: { id: `admin/${bad}` } });
  await setSecret('wrong');
  await removeLongAgo(name);
  await expect.poll(() => inBucket(other)).toBe(false);
  const told = () => files.app.logged.find((line) => line.includes('will be retried') && line.includes(stuck.key));
  await expect.poll(told).toContain(`storage-failed 403 SignatureDoesNotMatch: ${bad} keeps ${stuck.key}`);
  expect(inBucket(stuck)).toBe(true);

  await setSecret(keys.secret);
  await doNow();
  await expect.poll(() => inBucket(stuck)).toBe(false);
});

test.each([
  [8, 'its files are deleted', false],
  [10, 'a record lists the files that remain', true],
])('a provider can be deleted after the organization; %i days later %s', async (age, _what, stays) => {
  const name = await anOrganization();
  const provider = `s3-${randomUUID()}`;
  await add(files.root, 'provider', { name: provider, ...s3() });
  const file = await upload(name, 'a.txt', provider);
  await remove(name);
  const gone = await files.root.post('delete-provider', { owner: 'admin', name: provider });
  expect(gone.body).toMatchObject({ status: 'ok' });
  await deleteExpired(files.app.db, new Date(Date.now() + age * days));
  await doNow();
  const told = () => files.app.logged.some((line) => line.includes(`the provider ${provider} is gone`));
  await expect.poll(() => told() || !inBucket(file)).toBe(true);
  expect([told(), inBucket(file)]).toEqual([stays, stays]);
});

test('an organization that the operator deletes loses its files, and one that cannot be deleted keeps them', async () => {
  const name = `o-${randomUUID().slice(0, 8)}`;
  await operator.put(`organization/admin/${name}`, { uid: name, fields: { displayName: name } });
  const { url } = await upload(name);
  const role = { owner: name, name: 'role', displayName: 'Role' };
  await add(files.root, 'role', role);
  expect((await operator.remove(`organization/admin/${name}`, name, 'Delete')).body.code).toBe('InUse');
  expect(await status(url)).toBe(200);
  await files.root.post('delete-role', role);
  expect((await operator.remove(`organization/admin/${name}`, name, 'Delete')).body.outcome).toBe('deleted');
  expect(await status(url)).toBe(404);
  await undelete(name);
  expect(await status(url)).toBe(200);
});
