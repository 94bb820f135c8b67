import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { generateCert, type KeyPair } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';

let folder: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorwright-tls-'));
  return () => rmSync(folder, { recursive: true });
});

const newPair = () =>
  generateCert({
    name: 'localhost',
    owner: 'acme',
    cryptoAlgorithm: 'ES256',
    bitSize: 0,
    expireInYears: 1,
    now: new Date(),
  });

/** Writes files as a kubelet mounts and updates a Secret. */
function mount({ certificate, privateKey }: KeyPair): void {
  const version = mkdtempSync(join(folder, 'version-'));
  writeFileSync(join(version, 'tls.crt'), certificate);
  writeFileSync(join(version, 'tls.key'), privateKey);
  symlinkSync(version, join(folder, 'next'));
  renameSync(join(folder, 'next'), join(folder, 'data'));
}
const settings = () => ({
  DOORWRIGHT_TLS_CERT_FILE: join(folder, 'data', 'tls.crt'),
  DOORWRIGHT_TLS_KEY_FILE: join(folder, 'data', 'tls.key'),
});

/** The answer to a client that trusts this certificate only. */
async function ask(url: string, { certificate }: KeyPair, path = '/readyz'): Promise<IncomingMessage> {
  const request = get(new URL(path, url.replace('http:', 'https:')), { ca: certificate, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}
const status = (url: string, pair: KeyPair) =>
  ask(url, pair).then(
    ({ statusCode }) => statusCode,
    ({ code }: NodeJS.ErrnoException) => code,
  );

/** The suite that a client gets who offers these of TLS 1.2 alone, or the error. */
async function suite(url: string, { certificate }: KeyPair, ciphers: string): Promise<string> {
  const { port } = new URL(url);
  const socket = connect({ host: 'localhost', port: Number(port), ca: certificate, ciphers, maxVersion: 'TLSv1.2' });
  try {
    await once(socket, 'secureConnect');
    return socket.getCipher().name;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    socket.destroy();
  }
}

test('with a certificate the api speaks HTTPS only, and uses a new certificate as soon as it exists', async () => {
  const [first, second, third] = await Promise.all([newPair(), newPair(), newPair()]);
  mount(first);
  const api = await startProcess(database.url, settings());
  try {
    expect(api.output()).toContain(`is ready at ${api.url.replace('http:', 'https:')}`);
    expect(await status(api.url, first)).toBe(200);
    expect((await ask(api.url, first, '/api/get-account')).headers['strict-transport-security']).toBeDefined();
    await expect(fetch(`${api.url}/readyz`)).rejects.toThrow();
    expect(await status(api.url, second)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');

    mount(second);
    await expect.poll(() => status(api.url, second)).toBe(200);
    // An unusable certificate changes nothing, and is logged.
    mount({ certificate: third.certificate, privateKey: second.privateKey });
    await expect.poll(() => api.output()).toContain('cannot be used; the old one is still in use');
    expect(await status(api.url, second)).toBe(200);
    mount(third);
    await expect.poll(() => status(api.url, third)).toBe(200);
  } finally {
    await api.kill('SIGTERM');
  }
});

test('a certificate that cannot be used stops the start with one sentence that names the files', async () => {
  const [one, other] = await Promise.all([newPair(), newPair()]);
  mount({ certificate: one.certificate, privateKey: other.privateKey });
  await expect(startProcess(database.url, settings())).rejects.toThrow(
    /ended with 1: DOORWRIGHT_TLS_CERT_FILE «.*» and DOORWRIGHT_TLS_KEY_FILE «.*» cannot be used: .*\.\n$/,
  );
});

test('35.30 TLS 1.2 offers suites with forward secrecy and authenticated encryption only, also with a new certificate', async () => {
  const make = (cryptoAlgorithm: 'ES256' | 'RS256') =>
    generateCert({
      ...{ name: 'localhost', owner: 'acme', cryptoAlgorithm, bitSize: cryptoAlgorithm === 'RS256' ? 2048 : 0 },
      ...{ expireInYears: 1, now: new Date() },
    });
  const [first, second] = await Promise.all([make('RS256'), make('RS256')]);
  const weak = ['AES128-GCM-SHA256', 'AES256-SHA256', 'AES128-SHA', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA'];
  mount(first);
  const api = await startProcess(database.url, settings());
  try {
    for (const pair of [first, second]) {
      mount(pair);
      await expect.poll(() => status(api.url, pair)).toBe(200);
      for (const name of weak)
        expect(await suite(api.url, pair, name), name).toMatch(/HANDSHAKE_FAILURE|ECONNRESET|NO_CIPHER/);
      const strong = 'ECDHE-RSA-AES256-GCM-SHA384';
      expect(await suite(api.url, pair, strong)).toBe(strong);
    }
  } finally {
    await api.kill('SIGTERM');
  }
});
