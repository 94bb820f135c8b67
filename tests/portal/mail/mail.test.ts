import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { type MailServer, mailProvider, mailUser, startMailServer } from './mail-server.ts';

let mail: MailServer;
let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  await add(root, 'provider', mailProvider('provider_mail', mail));
  await add(root, 'provider', { ...mailProvider('provider_wrong', mail), clientSecret: 'not the password' });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const letter = { title: 'Hello', content: '<p>Good day</p>', sender: 'Acme', provider: 'provider_mail' };
const send = (client: Client, changes: Record<string, unknown> = {}) =>
  client.post('send-email', { ...letter, receivers: ['ann@example.com'], ...changes });

describe('send-email', () => {
  test('sends a mail to each receiver, who sees nobody else', async () => {
    const receivers = ['ann@example.com', 'ben@example.com'];
    expect((await send(root, { receivers })).body).toMatchObject({ status: 'ok' });
    for (const receiver of receivers) {
      const { from, to, text } = await mail.mailTo(receiver);
      expect({ from, to }).toEqual({ from: mailUser, to: [receiver] });
      expect(text).toContain('Subject: Hello');
      expect(text).toContain(`From: Acme <${mailUser}>`);
      expect(text).toContain('<p>Good day</p>');
    }
  });

  test('with the receiver TestSmtpServer only connects to the server and signs in', async () => {
    const before = mail.received.length;
    const receivers = ['TestSmtpServer'];
    expect((await root.post('send-email', { receivers, provider: 'provider_mail' })).body.status).toBe('ok');
    const refused = await root.post('send-email', { receivers, provider: 'provider_wrong' });
    expect(refused.body).toMatchObject({ code: 'mail-failed', msg: expect.stringContaining('535') });
    expect(mail.received.length).toBe(before);
    expect(JSON.stringify(refused.body) + app.logged.join()).not.toContain('not the password');
  });

  test('an application sends through its own providers only', async () => {
    expect((await send(acme.application, { provider: '' })).body.code).toBe('email-provider-missing');
    const { data } = (await root.get('get-application', { id: 'admin/app-acme' })).body;
    const providers = [...data.providers, { name: 'provider_mail' }];
    expect(
      (await root.post('update-application', { ...data, providers }, { query: { id: 'admin/app-acme' } })).body.status,
    ).toBe('ok');
    expect((await send(acme.application, { provider: '' })).body.status).toBe('ok');
    expect((await send(acme.admin)).body.status).toBe('ok');
    expect((await send(acme.application, { provider: 'provider_wrong' })).body.code).toBe('email-provider-missing');
  });

  test('refuses invalid addresses, and names them', async () => {
    for (const receiver of ['nobody', 'a b@example.com', 'x@', '@example.com'])
      expect((await send(root, { receivers: [receiver] })).body).toMatchObject({
        code: 'receivers-invalid',
        msg: `Invalid Email receivers: ["${receiver}"]`,
      });
    expect((await send(root, { receivers: [] })).body.code).toBe('receivers-invalid');
    expect((await send(root, { title: '' })).body.code).toBe('missing-parameter');
  });
});

describe('S51 mail', () => {
  test('needs a right', async () => {
    expect((await send(app.anonymous)).body.code).toBe('sign-in-first');
    expect((await send(acme.user)).body.code).toBe('unauthorized');
  });

  test.each([
    { title: 'Hello\r\nBcc: eve@example.com' },
    { title: 'Hello\nX-Other: 1' },
    { sender: 'Acme\r\nBcc: eve@example.com' },
    { receivers: ['ann@example.com\r\nBcc: eve@example.com'] },
  ])('with a line break in a header is refused: %j', async (changes) => {
    const before = mail.received.length;
    expect((await send(root, changes)).body.status).toBe('error');
    expect(mail.received.length).toBe(before);
  });

  test('stops after twenty to one receiver', async () => {
    const receivers = ['many@example.com'];
    for (let sent = 0; sent < 20; sent += 1) expect((await send(root, { receivers })).body.status).toBe('ok');
    const { status, headers, body } = await send(root, { receivers });
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'too-many-requests' });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('goes once to a receiver who is listed twice, in any spelling', async () => {
    const receivers = ['twin@b\u00fccher.example', 'Twin@xn--bcher-kva.example', 'twin@b\u00fccher.example'];
    const before = mail.received.length;
    expect((await send(root, { receivers })).body.status).toBe('ok');
    expect(mail.received.length).toBe(before + 1);
  });
});

describe('S49 mail', () => {
  test('contains nothing that runs or loads, and keeps its visible text', async () => {
    const content = `<h1 style="color: red; background: url(https://evil.example/x)" onclick="steal()">Good day</h1>
      <script>alert(1)</script><style>@import "https://evil.example/x.css";</style><iframe src="https://evil.example"></iframe>
      <a href="javascript:alert(1)">one</a> <a href="https://acme.example/">two</a> <img src="data:text/html,x" onerror="x()">
      <svg onload="x()"><script>alert(2)</script></svg><form action="https://evil.example"><input name="p"></form>`;
    expect((await send(root, { content, receivers: ['sven@example.com'] })).body.status).toBe('ok');
    const text = (await mail.mailTo('sven@example.com')).text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toMatch(/<h1 style="color:\s*red">Good day<\/h1>/);
    expect(text).toContain('<a href="https://acme.example/">two</a>');
    expect(text).not.toMatch(/script|evil|onclick|onerror|onload|@import|data:|iframe|<svg|<form|<input/i);
  });
});

test('S48 a mail server in a closed network is never reached, by name or by address', async () => {
  const closed = await startApp({ databaseUrl: app.databaseUrl });
  const admin = await closed.admin();
  const before = mail.received.length;
  for (const host of ['127.0.0.1', 'localhost', '::1', '169.254.169.254']) {
    const name = `provider_${host.replaceAll(/\W/g, '_')}`;
    await add(admin, 'provider', { ...mailProvider(name, mail), host });
    for (const receivers of [['ann@example.com'], ['TestSmtpServer']])
      expect((await send(admin, { provider: name, receivers })).body.code, host).toBe('egress-refused');
  }
  expect(mail.received.length).toBe(before);
  await closed.stop();
});

test('S48 a mail server with an untrusted certificate gets neither the password nor a mail', async () => {
  const seen: string[] = [];
  const { certificate, privateKey } = await generateCert({
    name: 'localhost',
    owner: 'admin',
    cryptoAlgorithm: 'ES256',
    bitSize: 256,
    expireInYears: 1,
    now: new Date(),
  });
  // It offers STARTTLS with a self-signed certificate.
  const server = new SMTPServer({
    cert: certificate,
    key: privateKey,
    authOptional: true,
    onAuth: ({ username }, _session, done) => {
      seen.push(`password of ${username}`);
      done(null, { user: username });
    },
    onData: (stream, _session, done) => {
      seen.push('mail');
      stream.resume().on('end', () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  await add(root, 'provider', mailProvider('provider_untrusted', { port }));
  for (const receivers of [['tina@example.com'], ['TestSmtpServer']]) {
    const { body } = await send(root, { provider: 'provider_untrusted', receivers });
    expect(body).toMatchObject({ code: 'mail-failed', msg: expect.stringContaining('self-signed') });
  }
  expect(seen).toEqual([]);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
