import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSamlWorld, formIn, pageFor, type SamlWorld, signInOn } from './world.ts';

let world: SamlWorld;
let metadata: Server;
let origin = '';
let answer: { status?: number; headers?: Record<string, string>; body?: string } = {};
let accepts: (string | undefined)[] = [];

beforeAll(async () => {
  metadata = createServer((req, res) => {
    accepts.push(req.headers.accept);
    res.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => void metadata.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(metadata.address() as { port: number }).port}`;
  world = await createSamlWorld({ settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
}, 120_000);
afterAll(async () => {
  metadata?.close();
  await world?.app.stop();
});

const read = async (metadataUrl: string) => (await world.root.post('read-saml-service-provider', { metadataUrl })).body;

describe('the metadata of a service provider at an address', () => {
  test('fill an entry that works as it is', async () => {
    const library = await world.library();
    accepts = [];
    answer = { body: library.generateServiceProviderMetadata(null) };
    const { status, data } = await read(`${origin}/metadata`);
    expect(status).toBe('ok');
    expect(accepts).toEqual([expect.stringContaining('application/samlmetadata+xml')]);
    await world.serviceProvider(data);
    const query = await pageFor(world.app.client(), await library.getAuthorizeUrlAsync('', undefined, {}));
    const form = formIn(String((await signInOn(world.app.client(), query)).body.data2));
    expect((await library.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
  });

  test.each([
    ['that is not there', { status: 404 }, 'answered 404'],
    ['that leads elsewhere', { status: 302, headers: { Location: '/other' } }, /302|redirect/],
    ['that is a page', { body: '<!doctype html><p>Sign in first' }, 'document type'],
    ['that is no text', { body: 'ÿ', headers: { 'Content-Type': 'text/xml; charset=latin1' } }, /malformed|empty|no /],
    ['of a document without end', { body: `<a>${'x'.repeat(400_000)}</a>` }, /./],
  ])('S46 are refused with a reason, if it is one %s', async (_how, given, reason) => {
    answer = given;
    expect(await read(`${origin}/metadata`)).toMatchObject({
      ...{ status: 'error', code: 'saml-metadata-unreadable' },
      msg: expect.stringMatching(reason),
    });
  });

  test('S48 must come over https, unless the address is this machine', async () => {
    const refused = await read('http://sp.example/metadata');
    expect(refused).toMatchObject({ code: 'saml-metadata-unreadable', msg: expect.stringContaining('https') });
  });
});
