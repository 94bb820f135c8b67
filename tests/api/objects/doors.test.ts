import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, startTenants } from '../../harness/world.ts';

let world: Awaited<ReturnType<typeof startTenants>>;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world.app.stop());

const stored = (kind: string, owner: string, key: string) => world.app.store(kind).find(world.app.db, owner, key);

test('17.16 update-ldap accepts the body of the specification, which contains the id', async () => {
  const { admin } = world.acme;
  const ldap = await add(admin, 'ldap', { owner: 'acme', serverName: 'Directory', host: 'ldap.example' });
  const { body } = await admin.post('update-ldap', { ...ldap, serverName: 'Renamed' });
  expect(body).toMatchObject({ status: 'ok', data2: { id: ldap.id, serverName: 'Renamed' } });
  expect((await admin.post('update-ldap', { serverName: 'Nobody' })).body).toMatchObject({ code: 'missing-parameter' });
  const foreign = await world.globex.admin.post('update-ldap', { ...ldap, serverName: 'Stolen' });
  expect(foreign.body.status).toBe('error');
  expect(await stored('ldap', 'acme', String(ldap.id))).toMatchObject({ serverName: 'Renamed' });
});

test('17.16 the description of a role, a permission and a product is kept', async () => {
  for (const kind of ['role', 'permission', 'product']) {
    const owner = kind === 'product' ? 'admin' : 'acme';
    await add(world.root, kind, { owner, name: 'described', description: 'What it is for' });
    expect(await stored(kind, owner, 'described'), kind).toMatchObject({ description: 'What it is for' });
    await world.root.post(`update-${kind}`, { description: 'Another' }, { query: { id: `${owner}/described` } });
    expect((await world.root.get(`get-${kind}`, { id: `${owner}/described` })).body.data.description).toBe('Another');
  }
});

test('17.16 a syncer that is enabled has an interval', async () => {
  const { admin } = world.acme;
  const syncer = { owner: 'admin', organization: 'acme', syncInterval: 0 };
  const { body } = await admin.post('add-syncer', { ...syncer, name: 'restless', isEnabled: true });
  expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'syncInterval' }] });
  await add(admin, 'syncer', { ...syncer, name: 'resting' });
  const enabled = await admin.post('update-syncer', { isEnabled: true }, { query: { id: 'admin/resting' } });
  expect(enabled.body.fields).toMatchObject([{ field: 'syncInterval' }]);
});

describe('17.16 a payment', () => {
  test('comes from a global administrator, and names an existing user of its organization', async () => {
    const { admin, application } = world.acme;
    for (const client of [admin, application])
      expect((await client.post('add-payment', { name: 'bare', organization: 'acme' })).body.code).toBe('unauthorized');
    const sold = { name: 'sold', organization: 'acme', user: 'alice' };
    expect(await add(world.root, 'payment', sold)).toMatchObject({ organization: 'acme', user: 'alice' });
    const lost = { owner: 'admin', name: 'lost', organization: 'acme', user: 'nobody' };
    expect((await world.root.post('add-payment', lost)).body.fields).toMatchObject([{ field: 'user' }]);
    expect(await add(world.root, 'payment', { name: 'usual', organization: 'built-in' })).toMatchObject({
      user: 'admin',
    });
  });

  test('with an issued invoice cannot change, except by a global administrator who gives a reason', async () => {
    const { admin, application } = world.acme;
    const id = 'admin/issued';
    const invoiceUrl = 'https://invoices.example/1.pdf';
    await add(world.root, 'payment', { name: 'issued', organization: 'acme', user: 'alice', price: 300, invoiceUrl });
    for (const client of [admin, application]) {
      const query = { id, reason: 'a slip' };
      expect((await client.post('update-payment', { price: 1 }, { query })).body.code).toBe('sealed');
      expect((await client.post('update-payment', { invoiceUrl: '' }, { query })).body.code).toBe('sealed');
      const gone = await client.post('delete-payment', { owner: 'admin', name: 'issued' }, { query });
      expect(gone.body.code).toBe('unauthorized');
    }
    const unsaid = await world.root.post('update-payment', { price: 1 }, { query: { id } });
    expect(unsaid.body).toMatchObject({ code: 'missing-parameter', params: { name: 'reason' } });
    expect((await world.root.post('delete-payment', { owner: 'admin', name: 'issued' })).body.code).toBe(
      'missing-parameter',
    );
    expect(await stored('payment', 'admin', 'issued')).toMatchObject({ price: 300, invoiceUrl });
    const query = { id, reason: 'Wrong currency, ticket 42' };
    expect((await world.root.post('update-payment', { currency: 'CNY' }, { query })).body.status).toBe('ok');
    const gone = await world.root.post('delete-payment', { owner: 'admin', name: 'issued' }, { query });
    expect(gone.body.status).toBe('ok');
    const records = await world.app
      .db('records')
      .where({ object: 'payment admin/issued', outcome: 'ok' })
      .orderBy('id');
    expect(records.map(({ action, reason }) => `${action} ${reason}`.trim())).toEqual([
      'add-payment',
      `update-payment ${query.reason}`,
      `delete-payment ${query.reason}`,
    ]);
  });

  test('S52 35.21 becomes Paid by a global administrator only', async () => {
    const { admin, application } = world.acme;
    await add(world.root, 'payment', { name: 'open', organization: 'acme', user: 'alice', price: 300 });
    const query = { id: 'admin/open' };
    for (const client of [admin, application]) {
      const refusals = [
        await client.post('update-payment', { state: 'Paid' }, { query }),
        await client.post(
          'update-payment',
          { name: 'renamed', state: 'Paid' },
          { query: { ...query, columns: 'state' } },
        ),
      ];
      for (const { body } of refusals) expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'state' }] });
    }
    expect(await stored('payment', 'admin', 'open')).toMatchObject({ state: 'Created' });
    expect((await world.root.get('get-draft-payment')).body.data).toMatchObject({ state: 'Paid', price: 300 });
    expect((await world.root.post('update-payment', { state: 'Paid' }, { query })).body.status).toBe('ok');
    expect((await admin.post('update-payment', { displayName: 'Tea', state: 'Paid' }, { query })).body.status).toBe(
      'ok',
    );
    expect(await stored('payment', 'admin', 'open')).toMatchObject({ state: 'Paid', displayName: 'Tea' });
  });

  test('S52 35.21 stays what was paid, unless a global administrator changes it', async () => {
    const { admin, application } = world.acme;
    await add(world.root, 'payment', {
      ...{ name: 'paid', organization: 'acme', user: 'alice', price: 300, state: 'Paid' },
      ...{ productName: 'tea', provider: 'provider_pay_paypal', type: 'PayPal', currency: 'USD' },
    });
    const query = { id: 'admin/paid' };
    const changes = [
      ...[{ user: 'adam' }, { price: 1 }, { currency: 'CNY' }, { productName: 'gold' }, { productDisplayName: 'Gold' }],
      ...[{ detail: 'Gold' }, { tag: 'gold' }, { provider: '' }, { type: 'GC' }, { state: 'Created' }],
    ];
    for (const client of [admin, application])
      for (const change of changes) {
        const { body } = await client.post('update-payment', change, { query });
        expect(body).toMatchObject({ code: 'invalid', fields: [{ field: Object.keys(change)[0] }] });
      }
    expect(await stored('payment', 'admin', 'paid')).toMatchObject({ user: 'alice', price: 300, state: 'Paid' });
    expect((await admin.post('update-payment', { displayName: 'Tea' }, { query })).body.status).toBe('ok');
    expect((await world.root.post('update-payment', { price: 299 }, { query })).body.status).toBe('ok');
  });
});
