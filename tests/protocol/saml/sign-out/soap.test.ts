import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSamlWorld, pageFor, type SamlWorld, signInOn } from '../world.ts';

let world: SamlWorld;
let listener: Server;
let told: string[] = [];
let status = 200;
beforeAll(async () => {
  listener = createServer(async (req, res) => {
    told.push(Buffer.concat(await req.toArray()).toString());
    res.writeHead(status).end();
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  world = await createSamlWorld({ settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' } });
  const sloUrl = `http://127.0.0.1:${(listener.address() as { port: number }).port}/soap`;
  await world.serviceProvider({ sloUrl, sloBinding: 'SOAP' });
  await world.change({ enableSigninSession: true });
});
afterAll(async () => {
  listener.close();
  await world.app.stop();
});

test('a session that has ended is told to the service provider, until it answers', async () => {
  const browser = world.app.client();
  const saml = await world.library();
  await signInOn(browser, await pageFor(browser, await saml.getAuthorizeUrlAsync('', undefined, {})));
  const { body } = await world.root.get('get-live-sessions', { owner: 'acme' });
  const [session] = body.data as { id: string; applications: string[] }[];
  expect(session?.applications).toContain('shop');

  status = 503;
  told = [];
  await browser.post('logout', {});
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), { timeout: 20_000, interval: 50 });
  status = 200;
  const tries = told.length;
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(tries), { timeout: 20_000, interval: 50 });
  const [envelope = ''] = told;
  expect(envelope).toContain('<soap:Body><samlp:LogoutRequest');
  const SAMLRequest = Buffer.from(/<samlp:LogoutRequest.*<\/samlp:LogoutRequest>/s.exec(envelope)?.[0] ?? '').toString(
    'base64',
  );
  expect(await saml.validatePostRequestAsync({ SAMLRequest })).toMatchObject({
    loggedOut: true,
    profile: { nameID: 'alice@acme.example' },
  });
});
