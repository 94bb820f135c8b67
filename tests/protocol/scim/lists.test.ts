import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Asked } from '../../harness/database/statements.ts';
import { enterprise, groupOf, made, type Program, startScim, userOf } from './world.ts';

let app: TestApp;
let program: Program;
let bea: string;
let group: string;
beforeAll(async () => {
  ({ app, program } = await startScim());
  for (const name of ['ann', 'Bea', 'cy', 'dan_x', 'dan%x'])
    await made(
      program,
      '/Users',
      userOf(name, {
        externalId: `x-${name}`,
        displayName: `Name of ${name}`,
        name: { givenName: name, familyName: 'Jensen' },
        title: name === 'cy' ? 'Cook' : 'Waiter',
        active: name !== 'cy',
        ...(!name.includes('%') && { emails: [{ value: `${name}@Acme.example`, type: 'work' }] }),
        [enterprise]: { department: 'Kitchen' },
      }),
    );
  bea = (await program.get('/Users?filter=userName eq "bea"')).body.Resources[0].id;
  group = (await made(program, '/Groups', groupOf('Cooks', { externalId: 'g', members: [{ value: bea }] }))).id;
});
afterAll(() => app?.stop());

const namesOf = async (query: string) => {
  const { status, body } = await program.get(`/Users?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.Resources.map(({ userName }: { userName: string }) => userName);
};
const filtered = (filter: string) => namesOf(`filter=${encodeURIComponent(filter)}`);

const filters: [filter: () => string, expected: string[]][] = [
  [() => 'userName eq "ANN"', ['ann']],
  [() => 'USERNAME EQ "ann"', ['ann']],
  [() => 'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann"', ['ann']],
  [() => 'userName sw "dan"', ['dan%x', 'dan_x']],
  [() => 'userName ew "_x"', ['dan_x']],
  [() => 'userName co "%"', ['dan%x']],
  [() => 'externalId eq "x-Bea"', ['Bea']],
  [() => 'externalId eq "x-bea"', []],
  [() => `id eq "${bea}"`, ['Bea']],
  [() => 'displayName eq "name of ANN"', ['ann']],
  [() => 'displayName co "of B"', ['Bea']],
  [() => 'emails eq "bea@acme.example"', ['Bea']],
  [() => 'emails.value co "bea@"', ['Bea']],
  [() => 'emails[type eq "work" and value eq "cy@acme.example"]', ['cy']],
  [() => 'emails[type eq "home" and value eq "cy@acme.example"]', []],
  [() => 'active eq false', ['cy']],
  [() => 'active eq "False"', ['cy']],
  [() => 'title eq "cook" or userName eq "ann"', ['ann', 'cy']],
  [() => 'title eq "Waiter" and not (userName sw "dan") and name.familyName eq "jensen"', ['ann', 'Bea']],
  [() => 'not (active eq true) or (userName eq "ann" and title pr)', ['ann', 'cy']],
  [() => 'name.givenName eq "cy" and meta.created gt "2020-01-01T00:00:00Z"', ['cy']],
  [() => 'meta.lastModified lt "2020-01-01T00:00:00Z"', []],
  [() => 'userName eq "ann\' OR 1=1 --"', []],
];

test.each(filters)('a filter: %s', async (filter, expected) => {
  expect([...(await filtered(filter()))].sort()).toEqual([...expected].sort());
});

describe('S64, S1 a filter reaches no other column, and stops at its limits', () => {
  const refused = [
    'password sw "$argon"',
    'passwordSalt pr',
    'isAdmin eq true',
    'is_admin eq true',
    'owner eq "globex"',
    'properties.x eq "y"',
    'users.password pr',
    'constructor pr',
    '__proto__ pr',
    '1 eq 1',
    "userName eq 'ann'",
    'userName eq "ann" ; DROP TABLE users',
    'userName eq pg_sleep(5)',
    'externalId sw "x"',
    'active gt true',
    'meta.created eq "yesterday"',
    'userName',
    '(userName eq "ann"',
    'emails[type eq "work"',
    `${'('.repeat(500)}userName eq "ann"${')'.repeat(500)}`,
    `${'not '.repeat(200)}(userName eq "ann")`,
    Array.from({ length: 100 }, () => 'userName eq "a"').join(' or '),
    `userName eq "${'x'.repeat(5_000)}"`,
    `userName eq "${'\n'.repeat(60)}`,
  ];
  test.each(refused)('%s', async (filter) => {
    const began = performance.now();
    const answer = await program.get(`/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

test('groups are found by name, by external ID and by their members', async () => {
  for (const filter of [
    'displayName eq "cooks"',
    'externalId eq "g"',
    `members eq "${bea}"`,
    `members[value eq "${bea}"]`,
    `id eq "${group}" and members eq "${bea}"`,
  ]) {
    const { body } = await program.get(`/Groups?excludedAttributes=members&filter=${encodeURIComponent(filter)}`);
    expect(body, filter).toMatchObject({ totalResults: 1, Resources: [{ id: group }] });
    expect(body.Resources[0].members).toBeUndefined();
  }
  const { body } = await program.get(`/Groups?filter=${encodeURIComponent('members eq "nobody"')}`);
  expect(body).toMatchObject({ totalResults: 0, Resources: [] });
});

test('pages have the true total, and numbers below the first count as the first', async () => {
  const all = await namesOf('sortBy=userName');
  expect(all).toHaveLength(7);
  const { body } = await program.get('/Users?sortBy=userName&startIndex=3&count=2');
  expect(body).toMatchObject({ totalResults: 7, startIndex: 3, itemsPerPage: 2 });
  expect(body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual(all.slice(2, 4));
  expect((await program.get('/Users?startIndex=0&count=-1')).body).toMatchObject({
    totalResults: 7,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  expect((await program.get('/Users?startIndex=100')).body).toMatchObject({ totalResults: 7, itemsPerPage: 0 });
  expect((await program.get('/Users?count=1000000')).body.itemsPerPage).toBe(7);
  expect(await program.get('/Users?count=many')).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
});

test('a list is sorted by attributes with an index, in both directions', async () => {
  const up = await namesOf('sortBy=displayName&sortOrder=ascending');
  expect(await namesOf('sortBy=displayName&sortOrder=descending')).toEqual(up.toReversed());
  expect(await program.get('/Users?sortBy=nickName')).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  });
  expect(await program.get('/Users?sortBy=password')).toMatchObject({ status: 400 });
});

test('an answer has the wanted attributes, and always the ID', async () => {
  const one = (query: string) => program.get(`/Users/${bea}?${query}`).then(({ body }) => body);
  expect(Object.keys(await one('attributes=userName,name.givenName')).sort()).toEqual([
    'id',
    'name',
    'schemas',
    'userName',
  ]);
  expect((await one('attributes=name.givenName')).name).toEqual({ givenName: 'Bea' });
  expect((await one('attributes=emails.value')).emails).toEqual([{ value: 'Bea@Acme.example' }]);
  expect((await one(`attributes=${enterprise}:department`))[enterprise]).toEqual({ department: 'Kitchen' });
  const without = await one('excludedAttributes=emails,id,groups,name.familyName');
  expect(without).toMatchObject({ id: bea, name: { givenName: 'Bea' } });
  expect(without.emails).toBeUndefined();
  expect(without.name.familyName).toBeUndefined();
  expect(await program.get(`/Users/${bea}?attributes=id&excludedAttributes=name`)).toMatchObject({ status: 400 });
});

test('a search by POST gives the same, for one type and for all', async () => {
  const search = (path: string, more: object) =>
    program.post(path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], ...more });
  const users = await search('/Users/.search', { filter: 'userName eq "bea"', attributes: ['userName'] });
  expect(users).toMatchObject({ status: 200, body: { totalResults: 1, Resources: [{ id: bea, userName: 'Bea' }] } });
  const all = await search('/.search', { filter: 'externalId eq "x-Bea" or externalId eq "g"' });
  expect(all.body.Resources.map(({ id }: { id: string }) => id)).toEqual([bea, group]);
  expect((await search('/.search', { filter: 'meta.resourceType eq "Group"' })).body.totalResults).toBe(1);
  expect((await search('/.search', { startIndex: 8, count: 1 })).body).toMatchObject({
    totalResults: 8,
    Resources: [{ id: group }],
  });
});

test('35.38 lists of many users read an index for names, external IDs and pages', async () => {
  await app.db.raw(`INSERT INTO users (owner, name, id, email, created_time)
    SELECT 'acme', 'many-' || i, 'id-' || i, 'many-' || i || '@x.example', now() FROM generate_series(1, 20000) AS i`);
  await app.db.raw(`INSERT INTO scim_links (owner, id, created_time, resource, user_name, external_id)
    SELECT 'acme', 'link-' || i, now(), 'User', 'many-' || i, 'ext-' || i FROM generate_series(1, 20000) AS i`);
  await app.db.raw('VACUUM ANALYZE users, scim_links');
  const asked: Asked[] = [];
  const note = ({ sql, bindings }: Asked) => void asked.push({ sql, bindings });
  app.db.on('query', note);
  for (const query of [
    'userName eq "many-7"',
    'externalId eq "ext-7"',
    'emails.value eq "MANY-7@x.example"',
    'id eq "id-7"',
  ])
    expect((await program.get(`/Users?filter=${encodeURIComponent(query)}`)).body.totalResults).toBe(1);
  expect((await program.get('/Users?startIndex=15000&count=100')).body).toMatchObject({
    totalResults: 20_007,
    itemsPerPage: 100,
  });
  app.db.off('query', note);
  // A long total is kept for some seconds, and never an old one after a change by the program.
  await made(program, '/Users', userOf('one-more'));
  expect((await program.get('/Users?count=1')).body.totalResults).toBe(20_008);
  // The total of a whole organization reads each of its users once in ten seconds.
  const isTotalOfAll = (sql: string) => /count\(\*\)/.test(sql) && sql.endsWith('is_deleted = false');
  const reads = asked.filter(
    ({ sql }) => /FROM "(users|scim_links)"|from "scim_links"/.test(sql) && !isTotalOfAll(sql),
  );
  expect(reads.length).toBeGreaterThan(8);
  for (const { sql, bindings } of reads) {
    const { rows } = await app.db.raw(
      `EXPLAIN ${sql.replaceAll('?', '\\?').replaceAll(/\$\d+/g, '?')}`,
      bindings as never,
    );
    expect(JSON.stringify(rows), sql).not.toMatch(/Seq Scan on (users|scim_links)/);
  }
});
