import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { core, enterprise, type Program, patchOp, startScim } from './world.ts';

/**
 * The requests of Microsoft Entra's provisioning service, in the order and with the bodies of its documentation: "Tutorial: Develop and plan
 * provisioning for a SCIM endpoint in Microsoft Entra ID" (learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups),
 * and "Known issues and resolutions with SCIM 2.0 protocol compliance" beside it for the older form of flags and removals.
 */
let app: TestApp;
let program: Program;
beforeAll(async () => {
  ({ app, program } = await startScim());
});
afterAll(() => app?.stop());

const name = 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1';
const email = (value: string) => ({ primary: true, type: 'work', value });

test('every documented request, in its order', async () => {
  let id = '';
  let group = '';

  // the connection is tested by a search for a random user
  {
    const answer = await program.get(
      '/Users?filter=userName eq "6e8a0d6c-7d2e-4f3b-b1ba-0d5d3a0e9f55"&startIndex=1&count=1',
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], totalResults: 0, Resources: [] },
    });
  }

  // Create user
  {
    const answer = await program.post('/Users', {
      schemas: [`${core}:User`, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: name,
      active: true,
      emails: [email('Test_User_fd0ea19b@testuser.com')],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: name,
        active: true,
        name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
        emails: [email('Test_User_fd0ea19b@testuser.com')],
      },
    });
    ({ id } = answer.body);
  }

  // Get user, and Get user by query
  {
    expect((await program.get(`/Users/${id}`)).body).toMatchObject({ id, userName: name });
    expect((await program.get('/Users/5171a35d82074e068ce2')).status).toBe(404);
    const { body } = await program.get(`/Users?filter=userName eq "${name}"`);
    expect(body).toMatchObject({ totalResults: 1, itemsPerPage: 1, startIndex: 1, Resources: [{ id }] });
    expect((await program.get('/Users?filter=userName eq "non-existent user"')).body.totalResults).toBe(0);
  }

  // Update user: multi-valued, and single-valued properties
  {
    const answer = await program.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: { givenName: 'givenName', familyName: 'updatedFamilyName' },
        emails: [email('updatedEmail@microsoft.com')],
      },
    });
    const other = await program.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'userName', value: '5b50642d@testuser.com' },
    ]);
    expect(other.body.userName).toBe('5b50642d@testuser.com');
  }

  // the default mappings of attributes
  {
    const { body, status } = await program.patch(`/Users/${id}`, [
      { op: 'Add', path: 'displayName', value: 'Ada L' },
      { op: 'Add', path: 'title', value: 'Engineer' },
      { op: 'Add', path: 'preferredLanguage', value: 'en-US' },
      { op: 'Add', path: 'name.formatted', value: 'Ada Lovelace' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Room 1' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Seattle' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'US' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 425-555-0100' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425-555-0101' },
      { op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '+1 425-555-0102' },
      { op: 'Add', path: `${enterprise}:employeeNumber`, value: '7' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Engines' },
      { op: 'Add', path: `${enterprise}:manager`, value: id },
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      displayName: 'Ada L',
      name: { formatted: 'Ada Lovelace' },
      addresses: [{ type: 'work', formatted: 'Room 1', locality: 'Seattle', country: 'US' }],
      phoneNumbers: [{ type: 'work' }, { type: 'mobile' }, { type: 'fax' }],
      [enterprise]: { employeeNumber: '7', department: 'Engines', manager: { value: id } },
    });
  }

  // Disable user, in both forms of the flag
  {
    const blocked = await program.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: false }]);
    expect(blocked.body.active).toBe(false);
    expect((await program.patch(`/Users/${id}`, [{ op: 'Add', path: 'active', value: 'True' }])).body.active).toBe(
      true,
    );
    expect((await program.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: 'False' }])).body.active).toBe(
      false,
    );
  }

  // Create group, Get group and Get group by displayName
  {
    const answer = await program.post('/Groups', {
      schemas: [`${core}:Group`, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { displayName: 'displayName', externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159' },
    });
    group = answer.body.id;
    const read = await program.get(`/Groups/${group}?excludedAttributes=members`);
    expect(read.body).toMatchObject({ id: group, displayName: 'displayName' });
    expect(read.body.members).toBeUndefined();
    const { body } = await program.get('/Groups?excludedAttributes=members&filter=displayName eq "displayName"');
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: group }] });
  }

  // Update group: name, add members, remove members, in both forms
  {
    const renamed = await program.patch(`/Groups/${group}`, [
      { op: 'Replace', path: 'displayName', value: '1879db59-3bdf-4490-ad68-ab880a269474updatedDisplayName' },
    ]);
    expect(renamed).toMatchObject({ status: 200, body: { displayName: expect.stringMatching(/updatedDisplayName$/) } });
    const members = [{ $ref: null, value: id }];
    const added = await program.patch(`/Groups/${group}`, [{ op: 'Add', path: 'members', value: members }]);
    expect(added.body.members).toMatchObject([{ value: id }]);
    const held = await program.get(`/Groups?filter=id eq "${group}" and members eq "${id}"&attributes=id`);
    expect(held.body).toMatchObject({ totalResults: 1, Resources: [{ id: group }] });
    const removed = await program.patch(`/Groups/${group}`, [{ op: 'Remove', path: 'members', value: members }]);
    expect(removed.body.members).toBeUndefined();
    await program.patch(`/Groups/${group}`, [{ op: 'Add', path: 'members', value: members }]);
    const chosen = await program.send('PATCH', `/Groups/${group}`, {
      schemas: [patchOp],
      Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }],
    });
    expect(chosen.body.members).toBeUndefined();
  }
  expect((await program.remove(`/Groups/${group}`)).status).toBe(204);
  expect((await program.remove(`/Users/${id}`)).status).toBe(204);
  expect((await program.get(`/Users/${id}`)).status).toBe(404);
});
