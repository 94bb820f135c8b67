import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { cosHmac, cosKeys, cosTextToSign, startCosBucket } from './tencent-cos.ts';
import { type Files, picture, send, startFiles } from './world.ts';

let bucket: Awaited<ReturnType<typeof startCosBucket>>;
let files: Files;
beforeAll(async () => {
  bucket = await startCosBucket();
  files = await startFiles({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });
  const cos = { category: 'Storage', type: 'Tencent Cloud COS', clientId: cosKeys.id, endpoint: bucket.url };
  await add(files.root, 'provider', { name: 'cos', ...cos, clientSecret: cosKeys.secret });
  await add(files.root, 'provider', { name: 'cos-wrong-key', ...cos, clientSecret: 'another' });
});
afterAll(async () => {
  await files.stop();
  bucket.stop();
});

const upload = (provider: string, name: string) =>
  send(files.acme.admin, { path: `resource/acme/adam/${name}`, query: { provider } });

test('the stand-in signs the example of the vendor’s documentation as documented', () => {
  const headers = {
    'content-length': '13',
    'content-md5': 'mQ/fVh815F3k6TAUm8m0eg==',
    'content-type': 'text/plain',
    date: 'Thu, 16 May 2019 06:45:51 GMT',
    host: 'examplebucket-1250000000.cos.ap-beijing.myqcloud.com',
    'x-cos-acl': 'private',
    'x-cos-grant-read': 'uin="100000000011"',
  };
  const time = '1557989151;1557996351';
  const text = cosTextToSign({ method: 'PUT', path: '/exampleobject(腾讯云)', headers, time });
  expect(text).toBe(`sha1\n${time}\n8b2751e77f43a0995d6e9eb9477f4b685cca4172\n`);
  expect(cosHmac('eb2519b498b02ac213cb1f3d1a3d27a3b3c9bc5f', text)).toBe('3b8851a11a569213c17ba8fa7dcf2abec6935172');
});

test.each(['a picture.png', "a+b (1)~*'!.png", '图.svg'])(
  '%s is stored in a bucket of Tencent Cloud, read, and deleted',
  async (name) => {
    const { body } = await upload('cos', `${randomUUID()}/${name}`);
    expect(body).toMatchObject({ status: 'ok' });
    expect(bucket.objects.get(body.data2)?.content).toEqual(picture);
    expect(Buffer.from(await (await fetch(body.data)).arrayBuffer())).toEqual(picture);
    const removed = await files.acme.admin.post('delete-resource', { owner: 'acme', name: body.data2 });
    expect(removed.body).toMatchObject({ data: 'Affected' });
    expect(bucket.objects.has(body.data2)).toBe(false);
  },
);

test('an error says that the bucket refuses the signature', async () => {
  const name = `${randomUUID()}.png`;
  const refused = { code: 'storage-failed', msg: expect.stringContaining('403 SignatureDoesNotMatch') };
  expect((await upload('cos-wrong-key', name)).body).toMatchObject(refused);
  expect(await files.row('acme', `/resource/acme/adam/${name}`)).toBeUndefined();
});

test('the deletion of a missing object succeeds', async () => {
  const { body } = await upload('cos', `${randomUUID()}.png`);
  bucket.objects.delete(body.data2);
  const removed = await files.acme.admin.post('delete-resource', { owner: 'acme', name: body.data2 });
  expect(removed.body).toMatchObject({ data: 'Affected' });
  expect(await files.row('acme', body.data2)).toBeUndefined();
});
