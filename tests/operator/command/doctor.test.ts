import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { add } from '../../harness/world.ts';
import { doorwrightHere } from './command.ts';
import { createDoctorWorld, type DoctorWorld } from './doctor-world.ts';

let world: DoctorWorld['world'];
let values: DoctorWorld['values'];
const servers: Server[] = [];
beforeAll(async () => {
  ({ world, values } = await createDoctorWorld());
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(() => world.app.stop());

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(handler: Handler, port = 0): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(port, 'localhost', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Faults and warnings by their codes, in a folder without values. */
async function examine(own: Partial<typeof values> = {}, ...args: string[]) {
  const { stdout, stderr, code } = await doorwrightHere(['doctor', tmpdir(), '-o', 'json', ...args], {
    ...values,
    ...own,
  });
  expect(stderr).toMatch('No file has values');
  const { findings } = JSON.parse(stdout) as {
    findings: { code: string; fault: string; remedy: string; isWarning?: true }[];
  };
  for (const { fault, remedy } of findings) for (const text of [fault, remedy]) expect(text).toMatch(/^[A-Z].*\S$/);
  return { code, findings, codes: findings.filter((each) => !each.isWarning).map((each) => each.code) };
}

/** The program of the redirect address. It begins a sign-in with this request and these cookies. */
const program = (cookies: string[], own: Record<string, string> = {}) =>
  listen(
    (_, response) => {
      const request = new URL(`${world.app.url}/login/oauth/authorize`);
      request.search = String(
        new URLSearchParams({
          client_id: values.OIDC_CLIENT_ID,
          redirect_uri: values.OIDC_REDIRECT_URI,
          state: 'state',
          code_challenge: 'challenge',
          ...own,
        }),
      );
      response.writeHead(302, { Location: request.href, 'Set-Cookie': cookies }).end();
    },
    Number(new URL(values.OIDC_REDIRECT_URI).port),
  );

const lax = 'sid=1; Path=/; HttpOnly; SameSite=Lax';

test('a program in order has no fault', async () => {
  await program([lax]);
  expect(await examine()).toMatchObject({ code: 0, codes: [] });
});

describe('the issuer', () => {
  test('is no address', async () => {
    expect(await examine({ OIDC_ISSUER_URL: 'id.example' })).toMatchObject({ code: 1, codes: ['issuer-invalid'] });
  });

  test('cannot be reached', async () => {
    const { codes, findings } = await examine({ OIDC_ISSUER_URL: `http://localhost:${await freePort()}` });
    expect(codes).toEqual(['issuer-unreachable']);
    expect(findings[0]?.fault).toMatch('ECONNREFUSED');
    expect(findings[0]?.remedy).toMatch('npm start');
  });

  test('ends with a slash', async () => {
    const { codes, findings } = await examine({ OIDC_ISSUER_URL: `${world.app.url}/` });
    expect(codes).toContain('issuer-slash');
    expect(findings[0]?.remedy).toBe(`Write OIDC_ISSUER_URL=${world.app.url}, exactly so.`);
  });

  test('has another name than its server, whose DOORWRIGHT_ORIGIN is wrong', async () => {
    const other = world.app.url.replace('127.0.0.1', 'localhost');
    const { codes, findings } = await examine({ OIDC_ISSUER_URL: other });
    expect(codes).toContain('issuer-mismatch');
    expect(findings[0]?.remedy).toMatch(`DOORWRIGHT_ORIGIN=${other}`);
  });

  test('calls itself https and is asked by http', async () => {
    const port = await freePort();
    const app = await startApp({ settings: { DOORWRIGHT_ORIGIN: `https://localhost:${port}` } });
    try {
      await forward(app.url, port, {});
      const { codes, findings } = await examine({ OIDC_ISSUER_URL: `http://localhost:${port}` });
      expect(codes).toContain('issuer-scheme');
      expect(findings[0]?.remedy).toMatch(`OIDC_ISSUER_URL=https://localhost:${port}`);
    } finally {
      await app.stop();
    }
  });

  test('is asked by https and has no TLS', async () => {
    const { codes } = await examine({ OIDC_ISSUER_URL: world.app.url.replace('http:', 'https:') });
    expect(codes).toEqual(['issuer-without-tls']);
  });

  test('only redirects', async () => {
    const origin = await listen(({ url }, response) => {
      response.writeHead(301, { Location: `${world.app.url}${url}` }).end();
    });
    const { codes, findings } = await examine({ OIDC_ISSUER_URL: origin });
    expect(codes).toEqual(['issuer-redirects']);
    expect(findings[0]?.remedy).toMatch(`OIDC_ISSUER_URL=${world.app.url}`);
  });

  test('is another server', async () => {
    const origin = await listen((_, response) => void response.end('<h1>Hello</h1>'));
    expect((await examine({ OIDC_ISSUER_URL: origin })).codes).toEqual(['issuer-foreign']);
  });

  test('has another time', async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const app = await startApp({ settings: { DOORWRIGHT_ORIGIN: origin } });
    try {
      await forward(app.url, port, { date: new Date(Date.now() - 300_000).toUTCString() });
      const { codes, findings } = await examine({ OIDC_ISSUER_URL: origin });
      expect(codes).toContain('clock');
      expect(findings[0]?.fault).toMatch(/The clock of Doorwright is (29|30)\d seconds behind/);
    } finally {
      await app.stop();
    }
  });
});

/** A proxy in front of a server, which changes headers of its answers. */
const forward = (url: string, port: number, headers: Record<string, string>) =>
  listen(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', url));
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type, ...headers }).end(await answer.text());
  }, port);

describe('the application', () => {
  test('is unknown', async () => {
    expect((await examine({ OIDC_CLIENT_ID: 'nobody' })).codes).toEqual(['client-unknown']);
  });

  test('has no client id or redirect address in the values', async () => {
    expect((await examine({ OIDC_CLIENT_ID: '' })).codes).toEqual(['client-missing']);
    expect((await examine({ OIDC_REDIRECT_URI: '' })).codes).toEqual(['redirect-missing']);
  });

  test('has another secret', async () => {
    expect((await examine({ OIDC_CLIENT_SECRET: 'wrong' })).codes).toEqual(['secret-wrong']);
  });

  test('gets no record of a right secret, and one of a wrong secret', async () => {
    const redirectUris = [values.OIDC_REDIRECT_URI];
    const { clientId, clientSecret } = await world.application('app-recorded', { redirectUris });
    const open = await world.application('app-recorded-public', { clientType: 'public', redirectUris });
    const refusedOf = async (name: string) => {
      const query = { application: `admin/${name}`, outcome: 'refused' };
      return (await world.root.get('get-records', query)).body.data.map(({ reason }: { reason: string }) => reason);
    };
    expect((await examine({ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret })).codes).toEqual([]);
    expect((await examine({ OIDC_CLIENT_ID: open.clientId, OIDC_CLIENT_SECRET: '' })).codes).toEqual([]);
    // The record of the wrong secret comes after those of the requests before it.
    expect((await examine({ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: 'wrong' })).codes).toEqual(['secret-wrong']);
    await vi.waitFor(async () => expect(await refusedOf('app-recorded')).toHaveLength(1), 20_000);
    expect(await refusedOf('app-recorded')).toEqual([expect.stringContaining('client-secret')]);
    expect(await refusedOf('app-recorded-public')).toEqual([]);
  });

  test('is locked by ten wrong secrets, and nothing is said about this one', async () => {
    const { clientId, clientSecret } = await world.application('app-doctor-locked', {
      redirectUris: [values.OIDC_REDIRECT_URI],
      clientSecret: 'chosen-by-a-person',
    });
    for (let count = 0; count < 10; count += 1)
      await world.app.anonymous.post(
        '/api/login/oauth/introspect',
        new URLSearchParams({ token: 'none', client_id: clientId, client_secret: `wrong-${count}` }),
      );
    const { codes, code } = await examine({ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret });
    expect({ codes, code }).toEqual({ codes: ['client-locked'], code: 1 });
  });

  test('is disabled, and nothing is said about its secret', async () => {
    const { clientId, clientSecret } = await world.application('app-doctor-off', {
      redirectUris: [values.OIDC_REDIRECT_URI],
      isEnabled: false,
    });
    const { codes, findings } = await examine({ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret });
    expect(codes).toEqual(['application']);
    expect(findings[0]?.fault).toContain('(application-disabled)');
  });

  test('is confidential, and no secret is given', async () => {
    expect((await examine({ OIDC_CLIENT_SECRET: '' })).codes).toEqual(['secret-missing']);
  });

  test('is public, and a secret is given', async () => {
    const { clientId } = await world.application('app-public', {
      clientType: 'public',
      redirectUris: [values.OIDC_REDIRECT_URI],
    });
    expect((await examine({ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: '' })).codes).toEqual([]);
    expect((await examine({ OIDC_CLIENT_ID: clientId })).codes).toEqual(['secret-wrong']);
  });

  test('does not have the redirect address', async () => {
    const address = `${values.OIDC_REDIRECT_URI}/`;
    const { codes, findings } = await examine({}, '--redirect-uri', address);
    expect(codes).toEqual(['redirect-unregistered']);
    expect(findings[0]?.fault).toMatch(address);
  });

  test('may not use authorization codes', async () => {
    const { clientId, clientSecret } = await world.application('app-machine', {
      grantTypes: ['client_credentials'],
      redirectUris: [values.OIDC_REDIRECT_URI],
    });
    const { codes } = await examine({ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret });
    expect(codes).toEqual(['grant-not-allowed']);
  });

  test('has no mail provider, which is a warning until it has one', async () => {
    const warned = async () => (await examine()).findings.some(({ code }) => code === 'mail');
    expect(await warned()).toBe(true);
    await add(world.root, 'provider', { owner: 'admin', name: 'post', category: 'Email', type: 'Default' });
    await world.root.post(
      'update-application',
      { providers: [{ name: 'post' }] },
      { query: { id: 'admin/app-doctor' } },
    );
    expect(await warned()).toBe(false);
  });
});

describe('the program', () => {
  test('does not run, which is a warning', async () => {
    const { code, findings } = await examine();
    expect(code).toBe(0);
    expect(findings.map((each) => each.code)).toContain('program-silent');
  });

  test.each([
    ['Secure on http', 'sid=1; Path=/; Secure; SameSite=Lax', 'is Secure, and the program is reached by http'],
    ['SameSite=Strict', 'sid=1; Path=/; SameSite=Strict', 'is SameSite=Strict'],
    ['SameSite=None without Secure', 'sid=1; Path=/; SameSite=None', 'is SameSite=None without Secure'],
    ['for another path', 'sid=1; Path=/auth', 'is for the path /auth'],
    ['for another domain', 'sid=1; Path=/; Domain=shop.example', 'is for the domain shop.example'],
  ])('has a cookie that is %s', async (_, cookie, why) => {
    await program([cookie]);
    const { codes, findings } = await examine();
    expect(codes).toEqual(['cookie-lost']);
    expect(findings.find((each) => each.code === 'cookie-lost')?.fault).toMatch(`The cookie sid ${why}`);
  });

  test('sets no cookie', async () => {
    await program([]);
    expect((await examine()).codes).toEqual(['cookie-none']);
  });

  test.each([
    ['does not read the headers of its proxy', () => 'http', ['proxy-headers']],
    ['reads the headers of its proxy', (proto: string) => proto, []],
  ])('%s', async (_, schemeOf, codes) => {
    const address = await listen(({ headers }, response) => {
      const request = new URL(`${world.app.url}/login/oauth/authorize`);
      const redirect_uri = `${schemeOf(String(headers['x-forwarded-proto']))}://${headers['x-forwarded-host']}/callback`;
      const asked = { client_id: values.OIDC_CLIENT_ID, redirect_uri, state: 'state', code_challenge: 'challenge' };
      request.search = String(new URLSearchParams(asked));
      response.writeHead(302, { Location: request.href, 'Set-Cookie': `${lax}; Secure` }).end();
    });
    const behind = { OIDC_REDIRECT_URI: 'https://shop.example/callback' };
    expect((await examine(behind, '--door', `${address}/login`)).codes).toEqual(codes);
  });

  test('has read other values', async () => {
    await program([lax], { client_id: 'other', redirect_uri: 'https://shop.example/callback' });
    expect((await examine()).codes).toEqual(['redirect-differs', 'client-differs']);
  });

  test('sends no state', async () => {
    await program([lax], { state: '' });
    expect((await examine()).codes).toEqual(['request-bare']);
  });
});
