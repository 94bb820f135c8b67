import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { keys, startS3Service } from './s3-service.ts';
import { type Files, picture, send, startFiles } from './world.ts';

let service: Awaited<ReturnType<typeof startS3Service>>;
let files: Files;
const s3 = (more: Record<string, string>) => ({
  ...{ category: 'Storage', type: 'AWS S3', clientId: keys.id, clientSecret: keys.secret, regionId: keys.region },
  ...{ endpoint: service.url, bucket: 'files' },
  ...more,
});
beforeAll(async () => {
  service = await startS3Service();
  files = await startFiles({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });
  for (const provider of [
    s3({ name: 's3' }),
    s3({ name: 's3-modern', bucket: 'modern' }),
    s3({ name: 's3-flaky', bucket: 'flaky' }),
    s3({ name: 's3-wrong-key', clientSecret: 'another' }),
    s3({ name: 's3-no-bucket', bucket: 'none' }),
    s3({ name: 's3-cdn', domain: 'https://cdn.example/static/' }),
    s3({ name: 's3-inside', endpoint: 'http://10.1.2.3' }),
    s3({ name: 's3-bucket-host', endpoint: '', bucket: 'evil.example/' }),
    s3({ name: 's3-region-host', endpoint: '', regionId: 'x@evil.example:8443' }),
  ])
    await add(files.root, 'provider', provider);
});
afterAll(async () => {
  await files.stop();
  service.stop();
});

const upload = (provider: string, name = `${randomUUID()}.png`) =>
  send(files.acme.admin, { path: `resource/acme/adam/${name}`, query: { provider } });
const remove = async (name: string) =>
  (await files.acme.admin.post('delete-resource', { owner: 'acme', name, provider: 's3' })).body;

test.each(['a picture.png', "a+b (1)~*'!.png", 'ü/图.svg'])(
  '%s is stored in a bucket, read at its address, and deleted',
  async (name) => {
    const { body } = await upload('s3', `${randomUUID()}/${name}`);
    expect(body).toMatchObject({ status: 'ok' });
    const object = service.objects.get(`/files${body.data2}`);
    expect(object?.content).toEqual(picture);
    expect(Buffer.from(await (await fetch(body.data)).arrayBuffer())).toEqual(picture);
    expect(await remove(body.data2)).toMatchObject({ data: 'Affected' });
    expect(service.objects.has(`/files${body.data2}`)).toBe(false);
  },
);

test('the store gets the type of the file, and browsers save the types that they must not show', async () => {
  const shown = (await upload('s3')).body;
  const saved = (
    await send(files.acme.admin, { path: `page-${randomUUID()}.html`, content: '<b>', query: { provider: 's3' } })
  ).body;
  const headersOf = (key: string) => service.objects.get(`/files${key}`)?.headers;
  expect(headersOf(shown.data2)).toMatchObject({ 'content-type': 'image/png' });
  expect(headersOf(shown.data2)).not.toHaveProperty('content-disposition');
  expect(headersOf(saved.data2)).toMatchObject({ 'content-disposition': 'attachment' });
});

test.each(['s3-modern', 's3-flaky'])(
  'a bucket with other rules, or a short failure, gets the file too: %s',
  async (provider) => {
    const { body } = await upload(provider);
    expect(body).toMatchObject({ status: 'ok' });
    expect([...service.objects.keys()].some((key) => key.endsWith(body.data2))).toBe(true);
  },
);

test('an address begins with the provider’s domain, and its path comes before the key', async () => {
  const { body } = await upload('s3-cdn', 'b.png');
  expect(body.data2).toBe('/static/resource/acme/adam/b.png');
  expect(body.data).toMatch(/^https:\/\/cdn\.example\/static\/resource\/acme\/adam\/b\.png\?t=/);
});

test.each([
  ['s3-wrong-key', 'storage-failed', /403 SignatureDoesNotMatch/],
  ['s3-no-bucket', 'storage-failed', /404 NoSuchBucket/],
  ['s3-inside', 'egress-refused', /DOORWRIGHT_EGRESS_ALLOW/],
  ['s3-bucket-host', 'storage-failed', /is no host/],
  ['s3-region-host', 'storage-failed', /is no host/],
])(
  'S48 a refusal of the store or of the egress gate is reported, and no row remains: %s',
  async (provider, code, words) => {
    const name = `${randomUUID()}.png`;
    const { body } = await upload(provider, name);
    expect(body).toMatchObject({ status: 'error', code, msg: expect.stringMatching(words) });
    expect(await files.row('acme', `/resource/acme/adam/${name}`)).toBeUndefined();
  },
);

test('the row of a file stays if its store fails to delete it', async () => {
  const { body } = await upload('s3');
  await files.root.post('update-provider', { clientSecret: 'wrong' }, { query: { id: 'admin/s3' } });
  const failed = await remove(body.data2);
  await files.root.post('update-provider', { clientSecret: keys.secret }, { query: { id: 'admin/s3' } });
  expect(failed).toMatchObject({ code: 'storage-failed' });
  expect(await files.row('acme', body.data2)).toBeDefined();
  expect(await remove(body.data2)).toMatchObject({ status: 'ok' });
});
