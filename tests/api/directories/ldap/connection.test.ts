import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../harness/app.ts';
import type { Client } from '../../../harness/client.ts';
import { directoryOf, person, personDn } from '../../../harness/slapd/entries.ts';
import { type Directory, directoryAdmin, startSlapd, suffix } from '../../../harness/slapd/slapd.ts';
import { add, type Tenant } from '../../../harness/world.ts';
import { ldapOf, startDirectoryWorld } from './world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let directory: Directory;
let elsewhere: Directory;
beforeAll(async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      person('ada', { mail: 'ada@example.com', userPassword: 'ada-secret' }),
      person('bob', { mail: 'bob@example.com' }),
    ),
  });
  elsewhere = await startSlapd({ ldif: directoryOf(person('alice')), hosts: 'DNS:other.example' });
  ({ app, root, acme } = await startDirectoryWorld());
});
afterAll(async () => {
  await app?.stop();
  await elsewhere?.stop();
  await directory?.stop();
});

const tried = async (more: Record<string, unknown> = {}, at = directory) =>
  (await root.post('test-ldap', ldapOf(at, more))).body.data;

describe('the test of an LDAP server shows people with masked values', () => {
  test.for([
    ['StartTLS', () => ({})],
    ['LDAPS', () => ({ encryption: 'LDAPS', port: directory.tlsPort })],
    ['no encryption', () => ({ encryption: 'None', caCertificate: '' })],
    ['an address instead of a name', () => ({ host: '127.0.0.1' })],
  ] as const)('over %s', async ([, more]) => {
    const { problem, people } = await tried(more());
    expect(problem).toBeNull();
    expect(people).toHaveLength(2);
    expect(people[0]).toMatchObject({
      ...{ name: 'a•••', email: 'a•••@e•••.c•••', displayName: 'a••• E•••', affiliation: 'e•••.c•••', tag: 't•••' },
      isForbidden: 'false',
    });
    expect(JSON.stringify(people)).not.toMatch(/ada@|secret/);
  });
});

describe('the test of an LDAP server says what is wrong:', () => {
  test.for([
    ['a server that does not answer', { port: 1 }, 'ldap-unreachable', 'host'],
    ['a certificate of an unknown authority', { caCertificate: '' }, 'ldap-untrusted', 'caCertificate'],
    ['a server without TLS at this port', { encryption: 'LDAPS' }, 'ldap-no-tls', 'encryption'],
    ['a wrong password', { passwd: 'wrong' }, 'ldap-refused-login', 'passwd'],
    ['an empty password', { passwd: '' }, 'ldap-refused-login', 'passwd'],
    ['a base that does not exist', { baseDn: `ou=nowhere,${suffix}` }, 'ldap-no-base', 'baseDn'],
    ['a base that is no name', { baseDn: 'nonsense' }, 'ldap-no-base', 'baseDn'],
    ['a filter that is none', { filter: '(uid=' }, 'ldap-bad-filter', 'filter'],
    ['a filter of groups that is none', { groupUse: 'Groups', groupFilter: '(cn=' }, 'ldap-bad-filter', 'groupFilter'],
    ['a filter that matches nobody', { filter: '(uid=nobody)' }, 'ldap-nobody', 'filter'],
    ['a host that this organization may not reach', { host: '10.1.2.3' }, 'egress-refused', 'host'],
  ] as const)('%s', async ([, more, code, field]) => {
    const { problem, people } = await tried(more);
    expect(problem).toMatchObject({ code, field });
    expect(problem.words).not.toContain('{{');
    expect(problem.words).not.toContain(directoryAdmin.passwd);
    expect(people).toEqual([]);
  });

  test('a certificate of another host', async () => {
    expect((await tried({}, elsewhere)).problem).toMatchObject({ code: 'ldap-untrusted' });
  });

  test('the words of Casdoor 2022 for a refused sign-in', async () => {
    const { problem } = await tried({ passwd: 'wrong' });
    expect(problem.words).toBe(`fail to login Ldap server with [${directoryAdmin.admin}]`);
  });
});

test('the masked password of a stored server is used, and never sent to another host', async () => {
  const stored = await add(root, 'ldap', ldapOf(directory));
  expect(stored.passwd).toBe('***');
  const same = await root.post('test-ldap', stored);
  expect(same.body.data).toMatchObject({ problem: null });
  const moved = await root.post('test-ldap', { ...stored, host: '127.0.0.1' });
  expect(moved.body).toMatchObject({ code: 'invalid', fields: [{ field: 'passwd' }] });
});

test('only administrators of the organization test its directory', async () => {
  const object = ldapOf(directory);
  expect((await acme.admin.post('test-ldap', object)).body.data).toMatchObject({ problem: null });
  for (const client of [acme.user, app.anonymous])
    expect((await client.post('test-ldap', object)).body).toMatchObject({ status: 'error', data: null });
  const foreign = await acme.admin.post('test-ldap', { ...object, owner: 'built-in' });
  expect(foreign.body.code).toBe('unauthorized');
});

test('a directory reads people into the organization, and disables those who are blocked there', async () => {
  const stored = await add(root, 'ldap', ldapOf(directory, { needsApproval: false }));
  const run = (plan?: string) =>
    root.post('run-ldap', undefined, { query: { id: `acme/${stored.id}`, ...(plan && { plan }) } });
  expect((await run('true')).body.data.counts).toMatchObject({ read: 2, add: 2 });
  expect((await run()).body.data).toMatchObject({ state: 'done' });
  const { data: ada } = (await root.get('get-user', { id: 'acme/ada' })).body;
  expect(ada).toMatchObject({
    ...{ email: 'ada@example.com', displayName: 'ada Example', affiliation: 'example.com', tag: 'tools' },
    ...{ ldap: expect.stringMatching(/^[\da-f]{8}-/), isForbidden: false, firstName: 'ada' },
  });
  await directory.change(
    `dn: ${personDn('ada')}\nchangetype: modify\nreplace: shadowExpire\nshadowExpire: 1\n-\nreplace: mail\nmail: a@example.com\n`,
  );
  expect((await run()).body.data).toMatchObject({ state: 'done' });
  const { data: later } = (await root.get('get-user', { id: 'acme/ada' })).body;
  expect(later).toMatchObject({ email: 'a@example.com', isForbidden: true });
});
