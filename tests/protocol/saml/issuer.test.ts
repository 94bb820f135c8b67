import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { createTenant, type Tenant } from '../../harness/world.ts';
import { createSamlWorld, registered, type SamlWorld } from './world.ts';

let world: SamlWorld;
let globex: Tenant;
let umbra: Tenant;
beforeAll(async () => {
  world = await createSamlWorld();
  globex = await createTenant(world.app, world.root, 'globex');
  umbra = await createTenant(world.app, world.root, 'umbra');
  await world.change({ samlIssuer: 'installation' });
});
afterAll(() => world.app.stop());

const shared = { samlIssuer: 'installation', samlServiceProviders: [registered()], cert: 'cert-built-in' };
const stored = (name: string) => world.app.store('application').find(world.app.db, 'admin', name);
const update = async (tenant: Tenant, name: string, body: unknown) =>
  (await tenant.admin.post('update-application', body, { query: { id: `admin/${name}` } })).body;
const notHeld = { code: 'rights-not-held', fields: [{ field: 'samlIssuer' }] };
const taken = { code: 'invalid', fields: [{ field: 'samlServiceProviders[0].entityId', message: 'is already taken' }] };

describe('S9 a tenant signs nobody in at the SAML service of another tenant:', () => {
  test('its administrators and applications cannot take the name of the installation', async () => {
    for (const client of [globex.admin, globex.application]) {
      const { body } = await client.post('add-application', { name: 'forger', organization: 'globex', ...shared });
      expect(body).toMatchObject(notHeld);
    }
    expect(await stored('forger')).toBeUndefined();
    expect(await update(globex, 'app-globex', shared)).toMatchObject(notHeld);
    expect(await stored('app-globex')).toMatchObject({ samlIssuer: 'application', samlServiceProviders: [] });
  });

  test('its namespace cannot declare the name, and the platform can', async () => {
    const platform = createOperator(world.app.url);
    const tenant = { cluster: 'test', namespace: 'shop' };
    const narrowed = async (narrowing: object) =>
      createOperator(world.app.url, (await platform.post('token', narrowing)).body.token);
    const fields = { organization: 'globex' };
    const inGlobex = await narrowed({ organization: 'globex', tenant });
    await inGlobex.put('application/admin/declared', { uid: 'u-declared', fields });
    for (const operator of [inGlobex, await narrowed({ tenant })]) {
      const { status, body } = await operator.put('application/admin/declared', {
        uid: 'u-declared',
        fields: { samlIssuer: 'installation', samlServiceProviders: [registered()] },
      });
      expect({ status, body }).toMatchObject({ status: 422, body: { fields: notHeld.fields } });
    }
    expect(await stored('declared')).toMatchObject({ samlIssuer: 'application' });
    const declared = { uid: 'u-whole', namespace: 'platform', fields: { ...fields, samlIssuer: 'installation' } };
    expect((await platform.put('application/admin/whole', declared)).body.outcome).toBe('created');
  });

  test('under the name, it gets no service provider of another tenant', async () => {
    await world.change({ samlIssuer: 'installation' }, 'app-globex');
    expect(await update(globex, 'app-globex', { samlServiceProviders: [registered()] })).toMatchObject(taken);
    const own = { entityId: 'https://globex.example', acsUrls: ['https://globex.example/acs'] };
    expect(await update(globex, 'app-globex', { samlServiceProviders: [own] })).toMatchObject({ status: 'ok' });
    expect(await update(globex, 'app-globex', { displayName: 'Ours' })).toMatchObject({ status: 'ok' });
    expect((await stored('app-globex'))?.samlServiceProviders).toMatchObject([own]);
    // A service that everybody knows is also one of an organization with names of its own.
    const slack = { entityId: 'https://slack.com', acsUrls: ['https://globex.slack.com/sso/saml'] };
    await world.change({ samlServiceProviders: [registered(), slack] as never });
    expect(await update(globex, 'app-globex', { samlServiceProviders: [own, slack] })).toMatchObject({
      ...taken,
      fields: [{ ...taken.fields[0], field: 'samlServiceProviders[1].entityId' }],
    });
    const theirs = { ...slack, acsUrls: ['https://umbra.slack.com/sso/saml'] };
    expect(await update(umbra, 'app-umbra', { samlServiceProviders: [theirs] })).toMatchObject({ status: 'ok' });
  });
});
