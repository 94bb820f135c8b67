import { randomUUID } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { exportPKCS8, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { startModernMailServer } from './modern-mail-server.ts';
import { mailScope, startTokenService, type TokenService } from './token-service.ts';

const usual = getCACertificates('default');
const mailbox = 'robot@doorwright.example';
const client = { id: 'mail-client', secret: 'secret of the client', refreshToken: 'refresh token of the mailbox' };
let mail: Awaited<ReturnType<typeof startModernMailServer>>;
let bare: Awaited<ReturnType<typeof startModernMailServer>>;
let tokens: TokenService;
let serviceKey: string;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  const keys = await generateKeyPair('RS256', { extractable: true });
  serviceKey = await exportPKCS8(keys.privateKey);
  const { certificate, privateKey } = await generateCert({
    ...({ name: 'localhost', owner: 'admin', cryptoAlgorithm: 'ES256', bitSize: 256, expireInYears: 1 } as const),
    now: new Date(),
  });
  // This machine trusts the certificate of the server.
  setDefaultCACertificates([...usual, certificate]);
  tokens = await startTokenService({ ...client, serviceKey: keys.publicKey, mailbox });
  mail = await startModernMailServer({ tls: { key: privateKey, cert: certificate }, tokens, mailbox });
  bare = await startModernMailServer({ tokens, mailbox });
  app = await startApp({ settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8,::1/128' } });
  root = await app.admin();
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await app?.stop();
  await mail?.stop();
  await bare?.stop();
  tokens?.stop();
});
beforeEach(() => {
  tokens.state.answers = 0;
  tokens.state.expiresIn = 3600;
  mail.received.length = 0;
});

const addProvider = async (changes: Record<string, unknown> = {}): Promise<string> => {
  const name = `mail-${randomUUID()}`;
  await add(root, 'provider', {
    ...{ name, category: 'Email', type: 'XOAUTH2', requireTls: true },
    ...{ host: 'localhost', port: mail.port, clientId: client.id, clientSecret: client.secret },
    ...{ clientId2: mailbox, clientSecret2: client.refreshToken, customTokenUrl: tokens.url, customScope: mailScope },
    ...changes,
  });
  return name;
};
const send = async (provider: string) => {
  const letter = {
    title: 'Hello',
    content: '<p>Good day</p>',
    sender: 'Acme',
    receivers: [`${randomUUID()}@example.com`],
  };
  const { body } = await root.post('send-email', { ...letter, provider });
  return body;
};

describe('A mail server that takes tokens of OAuth 2', () => {
  test.each([
    ['a refresh token', 'refresh_token'],
    ['client credentials', 'client_credentials'],
    ['a service account', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
  ])('gets mail through TLS with a token by %s', async (way, grant) => {
    const provider = await addProvider({
      ...(way !== 'a refresh token' && { clientSecret2: '' }),
      ...(way === 'a service account' && { clientSecret: serviceKey }),
    });
    expect(await send(provider)).toMatchObject({ status: 'ok' });
    expect(mail.received).toEqual([expect.stringMatching(/^TLS\n.*From: Acme <robot@doorwright.example>/s)]);
    expect([...tokens.issued.values()].at(-1)).toEqual({ grant });
    expect((await root.post('send-email', { receivers: ['TestSmtpServer'], provider })).body.status).toBe('ok');
  });

  test('keeps a token for many mails, until shortly before its end', async () => {
    // The server may know a token of an earlier test. Then it replaces this one first.
    tokens.issued.clear();
    const provider = await addProvider();
    await send(provider);
    await send(provider);
    expect(tokens.state.answers).toBe(1);
    tokens.state.expiresIn = 30;
    const brief = await addProvider({ clientSecret2: '' });
    await send(brief);
    await send(brief);
    expect(tokens.state.answers).toBe(3);
    expect(mail.received).toHaveLength(4);
  });

  test('a refused token is replaced once, and the mail arrives', async () => {
    tokens.issued.clear();
    const provider = await addProvider();
    await send(provider);
    tokens.issued.clear();
    expect(await send(provider)).toMatchObject({ status: 'ok' });
    expect(tokens.state.answers).toBe(2);
  });

  test('a mailbox that the token does not fit is refused in the words of the server', async () => {
    const provider = await addProvider({ clientId2: 'other@doorwright.example' });
    expect(await send(provider)).toMatchObject({ code: 'mail-failed', msg: expect.stringContaining('535') });
    expect(mail.refused.length).toBeGreaterThan(0);
    expect(mail.received).toEqual([]);
  });

  test('several mails at once share the request for a token', async () => {
    const provider = await addProvider({ clientSecret2: '', port: mail.port, customScope: mailScope, title: 'x' });
    await Promise.all([1, 2, 3, 4].map(() => send(provider)));
    expect(tokens.state.answers).toBe(1);
    expect(mail.received).toHaveLength(4);
  });
});

describe('The refusal of the token service is reported without a secret', () => {
  test.each([
    ['a wrong client secret', { clientSecret: 'another secret' }, 'invalid_client'],
    ['a wrong refresh token', { clientSecret2: 'another token' }, 'invalid_grant'],
    ['another scope', { customScope: 'mail.read' }, 'invalid_scope'],
    ['a key that is no key', { clientSecret2: '', clientSecret: '-----BEGIN PRIVATE KEY-----' }, 'private key'],
    ['a page instead of JSON', { customTokenUrl: 'page' }, 'without JSON'],
  ])('%s', async (_, given, problem) => {
    const changes = 'customTokenUrl' in given ? { customTokenUrl: `${tokens.url}/page` } : given;
    const answer = await send(await addProvider(changes));
    expect(answer).toMatchObject({ code: 'mail-failed', msg: expect.stringContaining(problem) });
    expect(JSON.stringify(answer) + app.logged.join()).not.toMatch(
      /another (secret|token)|secret of the|refresh token of/,
    );
    expect(mail.received).toEqual([]);
  });
});

test('without a mailbox or a token service nothing is sent', async () => {
  for (const missing of [{ clientId2: '' }, { customTokenUrl: '' }, { clientSecret: '' }, { host: '' }])
    expect(await send(await addProvider(missing))).toMatchObject({ code: 'missing-parameter' });
  expect(tokens.state.answers).toBe(0);
});

test('S48 a token service in a closed network is never asked', async () => {
  const provider = await addProvider({ customTokenUrl: 'http://169.254.169.254/token' });
  expect((await send(provider)).code).toBe('egress-refused');
});

test('S12 another token service, or another mail server, needs both secrets again', async () => {
  const provider = await addProvider();
  for (const moved of [{ customTokenUrl: 'https://evil.example/token' }, { host: 'evil.example' }, { port: 2525 }]) {
    const { body } = await root.post('update-provider', moved, { query: { id: `admin/${provider}` } });
    expect(body.fields?.map(({ field }: { field: string }) => field).toSorted(), JSON.stringify(moved)).toEqual([
      'clientSecret',
      'clientSecret2',
    ]);
  }
  const { data } = (await root.get('get-provider', { id: `admin/${provider}` })).body;
  expect(data).toMatchObject({ clientSecret: '***', clientSecret2: '***' });
});

describe('S48 a provider that requires TLS', () => {
  test('sends nothing to a server without it', async () => {
    const strict = await addProvider({ port: bare.port });
    expect(await send(strict)).toMatchObject({ code: 'mail-failed', msg: expect.stringMatching(/STARTTLS|TLS/i) });
    expect(bare.received).toEqual([]);
    // On this machine, nobody else hears the token.
    expect(await send(await addProvider({ port: bare.port, requireTls: false }))).toMatchObject({ status: 'ok' });
  });

  test('sends no mail without a password either', async () => {
    const open = { type: 'Default', clientId: '', clientSecret: '', port: bare.port };
    const strict = await addProvider({ ...open, requireTls: true });
    expect(await send(strict)).toMatchObject({ code: 'mail-failed', msg: expect.stringMatching(/TLS/i) });
    expect(bare.received.filter((each) => each.startsWith('TLS'))).toEqual([]);
  });
});
