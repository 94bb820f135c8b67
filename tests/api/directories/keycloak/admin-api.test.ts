import { createServer } from 'node:https';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { keycloakTable } from '@doorwright/crds/options/syncer-options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtherDatabase, readAll } from '../database/world.ts';

// The full tier reads a real Keycloak. This stand-in checks what that one checks: the client, the token, and the pages.
const people = Array.from({ length: 1200 }, (_, n) => ({
  ...{ id: `id-${n}`, username: `person-${n}`, enabled: n !== 7, emailVerified: true, email: `p${n}@example.com` },
  ...{ firstName: 'First', lastName: 'Last', createdTimestamp: 1_700_000_000_000 },
}));
const secret = 'secret of the client';
const asked: string[] = [];
let api: ReturnType<typeof createServer>;
let certificate: string;
let port: number;
/** Tokens end after so many calls. */
let tokens = 0;

beforeAll(async () => {
  const made = await generateCert({
    ...{ name: 'localhost', owner: 'admin', cryptoAlgorithm: 'ES256', bitSize: 0, expireInYears: 1, now: new Date() },
  });
  certificate = made.certificate;
  api = createServer({ cert: certificate, key: made.privateKey }, (request, response) => {
    const url = new URL(request.url ?? '', 'https://localhost');
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const authorization = request.headers.authorization ?? '';
    if (url.pathname.startsWith('/realms/starting/')) return answer(503, {});
    if (url.pathname === '/realms/acme/protocol/openid-connect/token') {
      const basic = `Basic ${Buffer.from(`reader:${encodeURIComponent(secret)}`).toString('base64')}`;
      if (authorization !== basic) return answer(401, { error: 'invalid_client' });
      tokens++;
      return answer(200, { access_token: `token-${tokens}`, expires_in: 60 });
    }
    if (authorization !== `Bearer token-${tokens}`) return answer(401, {});
    const [first = 0, max = 100] = ['first', 'max'].map((name) => Number(url.searchParams.get(name)));
    const page = (list: unknown[]) => answer(200, list.slice(first, first + max));
    const path = url.pathname.replace('/admin/realms/acme/', '');
    const one = people.find(({ id }) => path === `users/${id}`);
    if (one) return answer(200, one);
    if (path === 'users') return page(people);
    if (path === 'groups') return page([{ id: 'g1', name: 'staff', subGroupCount: 1 }]);
    if (path === 'groups/g1/children') return page([{ id: 'g2', name: 'cooks', subGroupCount: 0 }]);
    if (path === 'groups/g1/members') return page([]);
    if (path === 'groups/g2/members') return page(people.slice(0, 150));
    return answer(404, {});
  });
  await new Promise<void>((resolve) => void api.listen(0, 'localhost', resolve));
  port = (api.address() as { port: number }).port;
});
afterAll(() => void api?.close());

const read = (own: Partial<Syncer> = {}, keys?: string[]) => {
  const place: Partial<Syncer> = { host: 'localhost', port, user: 'reader', password: secret, realm: 'acme' };
  const keycloak: Partial<Syncer> = { type: 'Keycloak', keycloakReading: 'Admin API', table: keycloakTable };
  const tls: Partial<Syncer> = { sslMode: 'verify-full', caCertificate: certificate };
  return readAll({ place: { ...place, ...keycloak, ...tls } } as OtherDatabase, own, keys ? { keys } : {});
};

test('everybody is read page by page, with their groups and without digests', async () => {
  const found = await read();
  expect(found.pages).toEqual([500, 500, 200]);
  expect(new Set(found.people.map(({ key }) => key)).size).toBe(1200);
  expect(found.people[7]).toEqual({
    ...{ key: 'id-7', label: 'person-7', groups: ['cooks'] },
    fields: {
      ...{ id: 'id-7', name: 'person-7', displayName: 'Last First', firstName: 'First', lastName: 'Last' },
      ...{ email: 'p7@example.com', emailVerified: true, isForbidden: true, createdTime: '2023-11-14T22:13:20.000Z' },
    },
  });
  expect(found.people[150]?.groups).toEqual([]);
  expect(asked.join()).not.toContain('secret');
});

test('chosen people are read one by one, and those who are gone are left out', async () => {
  const found = await read({}, ['id-3', 'nobody', 'id-5']);
  expect(found.people.map(({ key }) => key)).toEqual(['id-3', 'id-5']);
});

test('a certificate of an own authority needs this authority', async () => {
  await expect(read({ caCertificate: '' })).rejects.toMatchObject({ problem: { code: 'keycloak-unreachable' } });
});

test.each([
  ['a wrong secret', { password: 'wrong' }, 'keycloak-client-refused', 'password'],
  ['no realm', { realm: '' }, 'database-incomplete', 'realm'],
  ['a Keycloak that is not ready', { realm: 'starting' }, 'keycloak-unreachable', 'host'],
  ['a port where nobody listens', { port: 1 }, 'keycloak-unreachable', 'host'],
])('%s is told in words at its field', async (_what, own, code, field) => {
  await expect(read(own)).rejects.toMatchObject({ problem: { code, field } });
});

test('S48 a network that the organization may not reach is not called', async () => {
  await expect(read({ host: '10.1.2.3' })).rejects.toMatchObject({ code: 'egress-refused' });
});
