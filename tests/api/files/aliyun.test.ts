import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { ossKeys, ossSignature, startOssService } from './aliyun-oss.ts';
import { type Files, picture, send, startFiles } from './world.ts';

let service: Awaited<ReturnType<typeof startOssService>>;
let files: Files;
beforeAll(async () => {
  service = await startOssService();
  files = await startFiles({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });
  const oss = { category: 'Storage', type: 'Aliyun OSS', clientId: ossKeys.id, endpoint: service.url, bucket: 'files' };
  const region = { regionId: `oss-${ossKeys.region}` };
  await add(files.root, 'provider', { name: 'oss', ...oss, ...region, clientSecret: ossKeys.secret });
  await add(files.root, 'provider', { name: 'oss-wrong-key', ...oss, ...region, clientSecret: 'another' });
  await add(files.root, 'provider', { name: 'oss-wrong-region', ...oss, clientSecret: ossKeys.secret });
});
afterAll(async () => {
  await files.stop();
  service.stop();
});

const upload = (provider: string, name: string) =>
  send(files.acme.admin, { path: `resource/acme/adam/${name}`, query: { provider } });

test('the stand-in signs the example of the vendor’s library as the library does', () => {
  const headers = {
    ...{ abc: 'value', 'content-type': 'text/plain', 'x-oss-content-sha256': 'UNSIGNED-PAYLOAD' },
    ...{ 'x-oss-date': '20231216T162057Z', 'x-oss-head1': 'value' },
  };
  const query = 'param1=value1&%7Cparam1=value4&%2Bparam1=value3&param2&%7Cparam2&%2Bparam2';
  const asked = { method: 'PUT', resource: `/bucket/1234%2B-/123/1.txt?${query}`, headers };
  const expected = 'e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe';
  expect(ossSignature(asked, 'cn-hangzhou', 'sk')).toBe(expected);
});

test.each(['a picture.png', "a+b (1)~*'!.png", '图.svg'])(
  '%s is stored in a bucket of Alibaba Cloud, read, and deleted',
  async (name) => {
    const { body } = await upload('oss', `${randomUUID()}/${name}`);
    expect(body).toMatchObject({ status: 'ok' });
    expect(service.objects.get(`/files${body.data2}`)?.content).toEqual(picture);
    expect(Buffer.from(await (await fetch(body.data)).arrayBuffer())).toEqual(picture);
    const removed = await files.acme.admin.post('delete-resource', { owner: 'acme', name: body.data2 });
    expect(removed.body).toMatchObject({ data: 'Affected' });
    expect(service.objects.has(`/files${body.data2}`)).toBe(false);
  },
);

test.each(['oss-wrong-key', 'oss-wrong-region'])(
  'an error says that the bucket refuses the signature: %s',
  async (provider) => {
    const name = `${randomUUID()}.png`;
    const refused = { code: 'storage-failed', msg: expect.stringContaining('403 SignatureDoesNotMatch') };
    expect((await upload(provider, name)).body).toMatchObject(refused);
    expect(await files.row('acme', `/resource/acme/adam/${name}`)).toBeUndefined();
  },
);
