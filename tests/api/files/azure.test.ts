import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { azureKeys, azureSignature, azureTextToSign, startAzureContainer } from './azure-blob.ts';
import { type Files, picture, send, startFiles } from './world.ts';

let container: Awaited<ReturnType<typeof startAzureContainer>>;
let files: Files;
beforeAll(async () => {
  container = await startAzureContainer('files');
  files = await startFiles({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });
  const azure = { category: 'Storage', type: 'Azure Blob', clientId: azureKeys.account, endpoint: container.url };
  const own = { ...azure, clientSecret: azureKeys.key, bucket: 'files' };
  await add(files.root, 'provider', { name: 'azure', ...own });
  await add(files.root, 'provider', { name: 'azure-domain', ...own, domain: container.url });
  await add(files.root, 'provider', { name: 'azure-wrong-key', ...own, clientSecret: 'YW5vdGhlcg==' });
  await add(files.root, 'provider', { name: 'azure-elsewhere', ...own, bucket: 'elsewhere' });
  await add(files.root, 'provider', { name: 'azure-unfinished', ...own, bucket: '' });
});
afterAll(async () => {
  await files?.stop();
  container?.stop();
});

const upload = (provider: string, name: string, content?: string) =>
  send(files.acme.admin, {
    path: `resource/acme/adam/${name}`,
    query: { provider },
    ...(content !== undefined && { content }),
  });

test('the stand-in builds the text to sign of the example in the vendor’s document', () => {
  const headers = { 'x-ms-version': '2015-02-21', 'x-ms-date': 'Fri, 26 Jun 2015 23:39:12 GMT' };
  const path = '/mycontainer?restype=container&comp=metadata&timeout=20';
  expect(azureTextToSign({ method: 'GET', path, headers }, 'myaccount')).toBe(
    'GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n' +
      '/myaccount/mycontainer\ncomp:metadata\nrestype:container\ntimeout:20',
  );
  expect(azureSignature('', azureKeys.key)).toHaveLength(44);
});

test.each(['azure', 'azure-domain'])(
  '%s: files go into the container, are found, and are deleted there',
  async (provider) => {
    for (const name of ['a picture.png', "a+b (1)~*'!.png", '图.svg']) {
      const { body } = await upload(provider, `${randomUUID()}/${name}`);
      expect(body).toMatchObject({ status: 'ok' });
      expect(container.blobs.get(body.data2)?.content).toEqual(picture);
      expect(Buffer.from(await (await fetch(body.data)).arrayBuffer())).toEqual(picture);
      const removed = await files.acme.admin.post('delete-resource', { owner: 'acme', name: body.data2 });
      expect(removed.body).toMatchObject({ data: 'Affected' });
      expect(container.blobs.has(body.data2)).toBe(false);
    }
  },
);

test('a file that browsers must not show is an attachment', async () => {
  const { body } = await upload('azure', `${randomUUID()}.txt`, 'hello');
  expect(body).toMatchObject({ status: 'ok' });
  const { content, headers } = container.blobs.get(body.data2) ?? {};
  expect(content).toEqual(Buffer.from('hello'));
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-ms-blob-content-disposition': 'attachment',
  });
});

test.each([
  ['azure-wrong-key', '403 AuthenticationFailed'],
  ['azure-elsewhere', '404 ContainerNotFound'],
])('a refusal of %s is reported with its code', async (provider, problem) => {
  const name = `${randomUUID()}.png`;
  const refused = { code: 'storage-failed', msg: expect.stringContaining(problem) };
  expect((await upload(provider, name)).body).toMatchObject(refused);
  expect(await files.row('acme', `/resource/acme/adam/${name}`)).toBeUndefined();
});

test('a missing blob is no error', async () => {
  const { body } = await upload('azure', `${randomUUID()}.png`);
  container.blobs.delete(body.data2);
  const removed = await files.acme.admin.post('delete-resource', { owner: 'acme', name: body.data2 });
  expect(removed.body).toMatchObject({ data: 'Affected' });
});

test('a provider without a container is refused before anything is sent', async () => {
  const { body } = await upload('azure-unfinished', `${randomUUID()}.png`);
  expect(body).toMatchObject({ code: 'missing-parameter', params: { name: 'bucket' } });
});
