import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { core, type Program, startScim } from './world.ts';

/**
 * The sequences of Okta's test suites for SCIM 2.0, as its documentation gives them: "Okta SCIM 2.0 Spec Test" and "Okta SCIM 2.0 CRUD Test" for
 * Runscope (developer.okta.com/docs/guides/scim-provisioning-integration-test), with the requests of "SCIM 2.0 protocol reference"
 * (developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20).
 */
let app: TestApp;
let program: Program;
beforeAll(async () => {
  ({ app, program } = await startScim());
});
afterAll(() => app?.stop());

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

const person = (userName: string, more: object = {}) => ({
  schemas: [`${core}:User`],
  userName,
  name: { familyName: 'Family', givenName: 'Given' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Given Family',
  locale: 'en-US',
  externalId: `00u-${userName}`,
  groups: [],
  active: true,
  ...more,
});

test('the SPEC test', async () => {
  const userName = 'Runscope300Abc123@acme.example';
  let id = '';

  // Required test: users exist, and a list has its form
  {
    const { status, headers, body } = await program.get('/Users?count=1&startIndex=1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/scim+json');
    expect(body).toMatchObject({ schemas: [listSchema], itemsPerPage: 1, startIndex: 1 });
    expect(body.totalResults).toBeGreaterThan(0);
    const [first] = body.Resources;
    expect(first).toMatchObject({ id: expect.any(String), userName: expect.any(String), active: true });
    const read = await program.get(`/Users/${first.id}`);
    expect(read).toMatchObject({ status: 200, body: { id: first.id, userName: first.userName } });
  }
  expect((await program.get('/Users?filter=userName eq "abcdefgh@atko.com"')).body).toMatchObject({
    schemas: [listSchema],
    totalResults: 0,
  });
  expect(await program.get(`/Users/${'abcdefgh'}`)).toMatchObject({
    status: 404,
    body: { schemas: [errorSchema], detail: expect.any(String) },
  });

  // Required test: create a user, find it, and refuse a second one
  {
    const answer = await program.post('/Users', person(userName));
    expect(answer).toMatchObject({
      status: 201,
      body: { active: true, name: { familyName: 'Family', givenName: 'Given' }, schemas: [`${core}:User`], userName },
    });
    ({ id } = answer.body);
    const found = await program.get(`/Users?filter=userName eq "${userName.toLowerCase()}"`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, userName }] });
    expect(await program.post('/Users', person(userName))).toMatchObject({
      status: 409,
      body: { schemas: [errorSchema] },
    });
  }
  expect(await program.get('/Groups')).toMatchObject({ status: 200, body: { schemas: [listSchema] } });
  expect((await program.send('GET', '/Users', undefined, { Authorization: 'non-token' })).status).toBe(401);
  expect((await program.get(`/Users/${id}?attributes=userName`)).body).toMatchObject({ userName });
});

test('the CRUD test', async () => {
  let id = '';

  // create, read and update by PUT
  {
    const answer = await program.post('/Users', person('crud@acme.example', { password: '1mz050nq-okta' }));
    expect(answer.status).toBe(201);
    ({ id } = answer.body);
    expect(
      (await program.get('/Users?startIndex=1&count=100')).body.Resources.map((each: { id: string }) => each.id),
    ).toContain(id);
    const updated = await program.put(`/Users/${id}`, {
      ...answer.body,
      name: { familyName: 'Updated', givenName: 'Also' },
      middleName: 'Excited',
    });
    expect(updated).toMatchObject({ status: 200, body: { id, name: { familyName: 'Updated', givenName: 'Also' } } });
  }

  // deactivate and reactivate by PATCH without a path, and by PUT
  {
    const set = (active: boolean) => program.patch(`/Users/${id}`, [{ op: 'replace', value: { active } }]);
    expect((await set(false)).body.active).toBe(false);
    expect((await set(true)).body.active).toBe(true);
    const { body } = await program.get(`/Users/${id}`);
    expect((await program.put(`/Users/${id}`, { ...body, active: false })).body.active).toBe(false);
    expect((await program.put(`/Users/${id}`, { ...body, active: true })).body.active).toBe(true);
  }

  // a new password by PUT
  {
    const { body } = await program.get(`/Users/${id}`);
    expect((await program.put(`/Users/${id}`, { ...body, password: 'fresh-okta-password' })).status).toBe(200);
    await app.signedIn('acme', 'crud@acme.example', 'fresh-okta-password');
  }

  // groups: create, rename, add and remove members, replace, delete
  {
    const { status, body } = await program.post('/Groups', {
      schemas: [`${core}:Group`],
      displayName: 'Test SCIMv2',
      members: [],
    });
    expect(status).toBe(201);
    const path = `/Groups/${body.id}`;
    const member = { value: id, display: 'crud@acme.example' };
    const renamed = await program.patch(path, [{ op: 'replace', value: { id: body.id, displayName: 'Test SCIMv3' } }]);
    expect(renamed).toMatchObject({ status: 200, body: { displayName: 'Test SCIMv3' } });
    const both = await program.patch(path, [
      { op: 'remove', path: `members[value eq "${id}"]` },
      { op: 'add', path: 'members', value: [member] },
    ]);
    expect(both.body.members).toMatchObject([{ value: id }]);
    expect((await program.patch(path, [{ op: 'replace', path: 'members', value: [] }])).body.members).toBeUndefined();
    const put = await program.put(path, {
      schemas: [`${core}:Group`],
      id: body.id,
      displayName: 'Test SCIMv4',
      members: [member],
    });
    expect(put).toMatchObject({ status: 200, body: { displayName: 'Test SCIMv4', members: [{ value: id }] } });
    expect((await program.remove(path)).status).toBe(204);
  }
});
