import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { core, groupOf, made, type Program, startScim, userOf } from './world.ts';

let app: TestApp;
let program: Program;
beforeAll(async () => {
  ({ app, program } = await startScim());
});
afterAll(() => app?.stop());

const missing = `/Users/${'missing'}`;
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('versions', () => {
  test('a read of a known version has no body, and a change of an old one is refused', async () => {
    const user = await made(program, '/Users', userOf('ann', { title: 'Cook' }));
    const { version } = user.meta;
    expect((await program.get(`/Users/${user.id}`, { 'If-None-Match': version })).status).toBe(304);
    expect((await program.get(`/Users/${user.id}`, { 'If-None-Match': 'W/"0"' })).status).toBe(200);
    const change = (method: string, body: object | undefined, tag: string) =>
      program.send(method, `/Users/${user.id}`, body, { 'If-Match': tag });
    const chef = { schemas: [], Operations: [{ op: 'replace', path: 'title', value: 'Chef' }] };
    const changed = await change('PATCH', chef, version);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(version);
    for (const [method, body] of [
      ['PATCH', chef],
      ['PUT', userOf('ann')],
      ['DELETE', undefined],
    ] as const)
      expect(await change(method, body, version)).toMatchObject({
        status: 412,
        body: { schemas: [errorSchema], status: '412' },
      });
    expect((await change('PUT', userOf('ann'), '*')).status).toBe(200);
    expect((await change('DELETE', undefined, changed.headers.get('etag') as string)).status).toBe(412);
  });

  test('a change of attributes that the user has no field for makes a version too, and a change of nothing makes none', async () => {
    const user = await made(program, '/Users', userOf('bob', { nickName: 'B' }));
    const same = await program.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'nickName', value: 'B' }]);
    expect(same.body.meta.version).toBe(user.meta.version);
    const other = await program.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'externalId', value: '7' }]);
    expect(other.body).toMatchObject({ externalId: '7' });
    expect(other.body.meta.version).not.toBe(user.meta.version);
  });
});

describe('errors have the form of the protocol', () => {
  test.each([
    ['GET', missing, undefined, 404],
    ['GET', '/Nothing', undefined, 404],
    ['GET', '/Users/A/b', undefined, 404],
    ['GET', '/Me', undefined, 501],
    ['POST', '/Me', {}, 501],
    ['PUT', '/Users', {}, 405],
    ['DELETE', '/Schemas', undefined, 405],
    ['GET', '/Schemas?filter=id pr', undefined, 403],
    ['POST', '/Users', '{"userName":', 400],
    ['POST', '/Users', '[]', 400],
    ['POST', '/Users', {}, 400],
    ['POST', '/Users', { userName: 7.5, emails: 'x' }, 400],
    ['POST', '/Users', { userName: 'a/b' }, 400],
    [
      'POST',
      '/Users',
      {
        userName: 'a',
        emails: [
          { value: 'a@b.example', primary: true },
          { value: 'b@b.example', primary: true },
        ],
      },
      400,
    ],
    ['POST', '/Users', { userName: 'a', emails: [{ value: 'no address' }] }, 400],
    ['POST', '/Groups', { displayName: 'x'.repeat(200) }, 400],
    ['POST', '/Users', `{"userName":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
  ])('%s %s with %j: %i', async (method, path, body, status) => {
    const answer = await program.send(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    expect(answer.body).toMatchObject({ schemas: [errorSchema], status: String(status), detail: expect.any(String) });
    if (status === 405) expect(answer.headers.get('allow')).toContain('GET');
  });

  test('a refused change is recorded', async () => {
    await made(program, '/Users', userOf('cy'));
    await program.post('/Users', userOf('cy'));
    const rows = await app.db('records').where({ owner: 'acme', action: 'scim POST /Users', outcome: 'refused' });
    expect(rows.map(({ user, reason }) => [user, reason])).toContainEqual(['scim/Directory', '409 uniqueness']);
  });
});

test('the server says what it can do', async () => {
  const { body: config } = await program.get('/ServiceProviderConfig');
  for (const feature of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'])
    expect(config[feature].supported).toBe(true);
  const { body: types } = await program.get('/ResourceTypes');
  expect(types.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group']);
  const { body: schemas } = await program.get('/Schemas');
  for (const { id } of schemas.Resources) expect((await program.get(`/Schemas/${id}`)).body.id).toBe(id);
  expect(schemas.Resources.map(({ name }: { name: string }) => name)).toContain('EnterpriseUser');
});

describe('POST /Bulk', () => {
  const bulk = (Operations: object[], more: object = {}) =>
    program.post('/Bulk', { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], ...more, Operations });

  test('does several requests, also if one names a resource that a later one makes', async () => {
    const { status, body } = await bulk([
      { method: 'POST', path: '/Groups', bulkId: 'g', data: groupOf('Bulk', { members: [{ value: 'bulkId:u' }] }) },
      { method: 'POST', path: '/Users', bulkId: 'u', data: userOf('bulky') },
      {
        method: 'PATCH',
        path: `/Users/${'bulkId:u'}`,
        data: { Operations: [{ op: 'add', path: 'title', value: 'Cook' }] },
      },
      { method: 'DELETE', path: missing },
    ]);
    expect(status).toBe(200);
    const results = new Map(
      body.Operations.map((each: { method: string; status: string }) => [each.method, each.status]),
    );
    expect(results).toEqual(
      new Map([
        ['POST', '201'],
        ['PATCH', '200'],
        ['DELETE', '404'],
      ]),
    );
    const { Resources } = (await program.get('/Users?filter=userName eq "bulky"')).body;
    expect(Resources[0]).toMatchObject({ title: 'Cook', groups: [{ display: 'Bulk' }] });
  });

  test('stops after the wanted number of errors, and refuses unknown names and too many operations', async () => {
    const deletion = { method: 'DELETE', path: missing };
    expect((await bulk([deletion, deletion, deletion], { failOnErrors: 2 })).body.Operations).toHaveLength(2);
    const { body } = await bulk([
      { method: 'POST', path: '/Groups', bulkId: 'g', data: groupOf('No', { members: [{ value: 'bulkId:x' }] }) },
    ]);
    expect(body.Operations[0]).toMatchObject({ status: '400', response: { scimType: 'invalidValue' } });
    expect((await bulk(Array.from({ length: 101 }, () => deletion))).status).toBe(413);
    expect((await bulk([{ method: 'GET', path: '/Users' }])).status).toBe(400);
    expect((await bulk([{ method: 'POST', path: '/Bulk', bulkId: 'b', data: {} }])).status).toBe(400);
  });
});

test('a schema list names what the answers have', async () => {
  const { body } = await program.get(`/Schemas/${core}:User`);
  const names = new Set(body.attributes.map(({ name }: { name: string }) => name));
  const user = await made(program, '/Users', userOf('dan', { nickName: 'D' }));
  for (const name of Object.keys(user)) if (!['schemas', 'id', 'meta'].includes(name)) expect(names).toContain(name);
});
