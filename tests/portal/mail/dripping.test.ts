import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from './mail-server.ts';

/** Greets, and then sends one byte a second for ever. */
const sockets = new Set<Socket>();
let ended = 0;
const dripping = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined));
  socket.write('220 dripping.example\r\n');
  const drops = setInterval(() => socket.write('2'), 1_000);
  socket.once('close', () => {
    clearInterval(drops);
    ended += 1;
  });
});

let app: TestApp;
let mail: MailServer;
beforeAll(async () => {
  sockets.clear();
  ended = 0;
  mail = await startMailServer();
  await once(dripping.listen(0, '127.0.0.1'), 'listening');
  app = await startApp({ settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
  const root = await app.admin();
  const servers = { acme: { port: (dripping.address() as AddressInfo).port }, globex: mail };
  for (const [organization, server] of Object.entries(servers)) {
    await add(root, 'organization', { name: organization, displayName: organization });
    await add(root, 'provider', mailProvider(`mail-${organization}`, server));
    await add(root, 'application', {
      name: `app-${organization}`,
      organization,
      cert: 'cert-built-in',
      enableCodeSignin: true,
      providers: [{ name: `mail-${organization}` }],
    });
  }
  for (let i = 0; i < 9; i++)
    await add(root, 'user', { owner: 'acme', name: `user${i}`, email: `user${i}@acme.example` });
  await add(root, 'user', { owner: 'globex', name: 'gus', email: 'gus@globex.example' });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => dripping.close(resolve));
  await app.stop();
  await mail.stop();
});

const askFor = (organization: string, dest: string) =>
  app.client().post(
    'send-verification-code',
    new URLSearchParams({
      type: 'email',
      dest,
      applicationId: `admin/app-${organization}`,
      checkUser: '',
      method: 'login',
    }),
  );

test('a slow mail server delays only the letters of its own organization, until it is given up', async () => {
  for (let i = 0; i < 9; i++) expect((await askFor('acme', `user${i}@acme.example`)).body.status).toBe('ok');
  await expect.poll(() => sockets.size).toBeGreaterThan(0);
  expect((await askFor('globex', 'gus@globex.example')).body.status).toBe('ok');
  await mail.mailTo('gus@globex.example');
  expect(ended).toBe(0);
  await expect.poll(() => ended).toBeGreaterThan(0);
});
