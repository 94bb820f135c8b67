import type { Application } from '@doorwright/crds/models/application.ts';
import { SDK } from 'casdoor-nodejs-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, createProtocolWorld, type ProtocolWorld, signInAt } from './world.ts';

let world: ProtocolWorld;
let application: Application;
let sdk: SDK;
beforeAll(async () => {
  world = await createProtocolWorld();
  application = await world.application('app-era', { cert: 'cert-built-in' });
  const { data: cert } = (await world.root.get('get-cert', { id: 'admin/cert-built-in' })).body;
  sdk = new SDK({
    endpoint: world.app.url,
    clientId: application.clientId,
    clientSecret: application.clientSecret,
    certificate: cert.certificate,
    orgName: 'acme',
    appName: 'app-era',
  });
});
afterAll(() => world.app.stop());

describe('the era’s client library, unchanged', () => {
  const code = async () => {
    const answer = await signInAt(world.app.client(), new URL(sdk.getSignInUrl(callback)));
    expect(answer.body.status).toBe('ok');
    return String(answer.body.data);
  };

  test('signs a user in and reads the token with the application’s certificate', async () => {
    const { access_token, refresh_token } = await sdk.getAuthToken(await code());
    expect(sdk.parseJwtToken(access_token)).toMatchObject({
      owner: 'acme',
      name: 'alice',
      displayName: 'Alice Liddell',
      email: 'alice@acme.example',
      password: '',
      aud: [application.clientId],
      scope: 'read',
    });
    const fresh = await sdk.refreshToken(refresh_token);
    expect(sdk.parseJwtToken(fresh.access_token)).toMatchObject({ name: 'alice' });
    expect(fresh.refresh_token).not.toBe(refresh_token);
  });

  test('manages users', async () => {
    const person = { owner: 'acme', name: 'bob', displayName: 'Bob' } as never;
    expect((await sdk.addUser(person)).data).toMatchObject({ data: 'Affected' });
    expect((await sdk.getUser('bob')).data.data).toMatchObject({ name: 'bob', displayName: 'Bob' });
    const { data: users } = (await sdk.getUsers()).data;
    expect(users.map(({ name }: { name: string }) => name).sort()).toEqual(['alice', 'bob']);
    const changed = { owner: 'acme', name: 'bob', displayName: 'Robert' } as never;
    expect((await sdk.updateUser(changed)).data).toMatchObject({ data: 'Affected' });
    expect((await sdk.getUser('bob')).data.data).toMatchObject({ displayName: 'Robert' });
    expect((await sdk.deleteUser(person)).data).toMatchObject({ data: 'Affected' });
    expect((await sdk.getUser('bob')).data).toMatchObject({ status: 'error' });
  });

  test('sees the tokens that were given, and asks about one', async () => {
    const { access_token } = await sdk.getAuthToken(await code());
    const { data: tokens } = (await sdk.getTokens(1, 10)).data;
    expect(tokens.length).toBeGreaterThan(0);
    expect((await sdk.introspect(access_token, 'access_token')).data).toMatchObject({ active: true, scope: 'read' });
  });

  test('lists everything that its organization’s administrator may see', async () => {
    const lists = {
      organizations: () => sdk.getOrganizations(),
      applications: () => sdk.getApplications(),
      providers: () => sdk.getProviders(),
      roles: () => sdk.getRoles(),
      permissions: () => sdk.getPermissions(),
      models: () => sdk.getModels(),
      certs: () => sdk.getCerts(),
      webhooks: () => sdk.getWebhooks(),
      syncers: () => sdk.getSyncers(),
      products: () => sdk.getProducts(),
      payments: () => sdk.getPayments(),
    };
    for (const [name, list] of Object.entries(lists))
      expect([name, (await list()).data]).toEqual([name, expect.objectContaining({ status: 'ok' })]);
  });

  test('manages applications and roles', async () => {
    const one = { owner: 'admin', name: 'app-by-sdk', organization: 'acme', displayName: 'By the SDK' } as never;
    expect((await sdk.addApplication(one)).data).toMatchObject({ data: 'Affected' });
    expect((await sdk.getApplication('app-by-sdk')).data.data).toMatchObject({ displayName: 'By the SDK' });
    expect((await sdk.deleteApplication(one)).data).toMatchObject({ data: 'Affected' });
    const role = { owner: 'acme', name: 'readers', displayName: 'Readers', users: ['acme/alice'] } as never;
    expect((await sdk.addRole(role)).data).toMatchObject({ data: 'Affected' });
    expect((await sdk.getRole('readers')).data.data).toMatchObject({ users: ['acme/alice'] });
    expect((await sdk.deleteRole(role)).data).toMatchObject({ data: 'Affected' });
  });
});
