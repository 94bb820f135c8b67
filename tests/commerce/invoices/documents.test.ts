import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant, startTenants } from '../../harness/world.ts';
import { invoiceDesk, ming, textOf, vienna } from './desk.ts';

type World = Awaited<ReturnType<typeof startTenants>>;
let world: World;
let desk: ReturnType<typeof invoiceDesk>;

const seller = {
  ...{ invoiceName: 'Doorwright GmbH', invoiceAddress: 'Müllerstraße 5\n10115 Berlin', invoiceCountry: 'DE' },
  ...{ invoiceTaxId: 'DE136695976', invoicePrefix: 'R-', invoiceTaxRate: 1900 },
};

beforeAll(async () => {
  world = await startTenants();
  desk = invoiceDesk(world.app, world.root);
  await sell(seller);
});
afterAll(() => world?.app.stop());

async function sell(fields: object) {
  const { data } = (await world.root.get('get-organization', { id: 'admin/built-in' })).body;
  await world.root.post('update-organization', { ...data, ...fields }, { query: { id: 'admin/built-in' } });
}

/** The text and the numbers of the invoice that the buyer asks for. */
async function invoiced(name: string, recipient: object, language = 'en') {
  await desk.paid(name);
  const asked = { query: { id: `admin/${name}` }, headers: { 'Accept-Language': language } };
  const { body } = await world.acme.user.post('request-invoice', recipient, asked);
  expect(body).toMatchObject({ status: 'ok', msg: '' });
  const pdf = await desk.download(world.acme.user, body.data);
  const [document] = await desk.documents(world.acme.user, name);
  return { url: body.data as string, document, text: await textOf(new Uint8Array(await pdf.arrayBuffer())) };
}

test('the invoice of a person names both parties, the sale, and the tax that the price includes', async () => {
  const { text, document } = await invoiced('person', ming);
  expect(document).toMatchObject({ type: 'invoice', net: 100, tax: 19, gross: 119, currency: 'EUR' });
  for (const part of ['Invoice', document?.number, 'person', 'Alipay', 'A ticket', 'Doorwright GmbH', '10115 Berlin'])
    expect(text).toContain(part);
  for (const part of [
    'DE136695976',
    '王小明',
    '11010519491231002X',
    'EUR 100.00',
    'Tax (19%)',
    'EUR 19.00',
    'EUR 119.00',
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(part);
});

test.each([
  { language: 'zh', words: ['发票', '买方', '不含税金额', '中国'] },
  { language: 'ja', words: ['請求書', '購入者', '税抜金額', '中国'] },
  { language: 'ko', words: ['청구서', '구매자', '공급가액', '중국'] },
  { language: 'ru', words: ['Счёт', 'Покупатель', 'Сумма без налога', 'Китай'] },
  { language: 'fr', words: ['Facture', 'Acheteur', 'Montant hors taxe', 'Chine'] },
])('an invoice in $language has readable text', async ({ language, words }) => {
  const { text } = await invoiced(`in-${language}`, ming, language);
  for (const word of [...words, '王小明', 'Müllerstraße']) expect(text).toContain(word);
  // A character without a glyph has no text.
  expect(text).not.toContain('\0');
});

test('a business in another country of the European Union owes the tax itself', async () => {
  const { text, document } = await invoiced('reverse', vienna);
  expect(document).toMatchObject({ net: 119, tax: 0, gross: 119 });
  for (const part of ['Groß & Söhne OG', 'Jürgen Groß', 'Ring 1, 1010 Wien', 'ATU13585627', 'Reverse charge'])
    expect(text).toContain(part);
});

test('a small business takes no tax, and says why', async () => {
  await sell({ invoiceNote: 'No tax is charged under section 19.' });
  const { text, document } = await invoiced('small', ming);
  expect(document).toMatchObject({ net: 119, tax: 0, gross: 119 });
  expect(text).toContain('No tax is charged under section 19.');
  await sell({ invoiceNote: '' });
});

test('a second issue answers the same invoice, and the payment is locked for administrators of its organization', async () => {
  const { url } = await invoiced('twice', ming);
  expect(await desk.issue(world.acme.admin, 'twice')).toMatchObject({ status: 'ok', data: url });
  expect(await desk.request(world.acme.user, 'twice', { ...ming, personEmail: 'b@example.com' })).toMatchObject({
    data: url,
  });
  expect(await desk.payment('twice')).toMatchObject({ personEmail: 'ming@example.com', invoiceUrl: url });
  const change = { personEmail: 'c@example.com' };
  expect(await desk.change(world.acme.admin, 'twice', change)).toMatchObject({ code: 'sealed' });
  const { data } = (await world.root.get('get-payment-events', { id: 'admin/twice' })).body;
  expect(data.at(-1)).toMatchObject({ type: 'invoiced', by: 'acme/alice' });
});

test('only the buyer and their administrators download an invoice, and no cache keeps it', async () => {
  const { url } = await invoiced('secret', ming);
  const own = await desk.download(world.acme.user, url);
  expect(own.status).toBe(200);
  expect(Object.fromEntries(own.headers)).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    'content-disposition': expect.stringMatching(/^attachment; filename="?R-\d{4}-\d{6}\.pdf"?$/),
  });
  expect((await desk.download(world.acme.admin, url)).headers.get('content-type')).toBe('application/pdf');
  expect((await desk.download(world.root, url)).headers.get('content-type')).toBe('application/pdf');
  await world.root.post('add-user', {
    owner: 'acme',
    name: 'bob',
    displayName: 'Bob',
    password: 'correct-horse-battery',
  });
  const bob = await world.app.signedIn('acme', 'bob', 'correct-horse-battery');
  for (const other of [bob, world.globex.user, world.globex.admin, world.app.anonymous]) {
    const answer = await desk.download(other, url);
    expect(await answer.json()).toMatchObject({ status: 'error', data: null });
    expect(await desk.request(other, 'secret', ming)).toMatchObject({ status: 'error' });
    expect(await desk.issue(other, 'secret')).toMatchObject({ status: 'error' });
  }
  const mine = (await world.acme.user.get('get-account-invoices')).body.data;
  expect(mine.map((each: { url: string }) => each.url)).toContain(url);
  expect((await bob.get('get-account-invoices')).body.data).toEqual([]);
});

test('a user who takes a deleted buyer’s name gets none of their invoices', async () => {
  const hooli = await createTenant(world.app, world.root, 'hooli');
  await desk.paid('former', { organization: 'hooli' });
  const { data: url } = await desk.request(hooli.user, 'former', ming);
  await world.root.post('delete-user', { owner: 'hooli', name: 'alice' });
  const alice = { owner: 'hooli', name: 'alice', displayName: 'Alice', password: 'correct-horse-battery' };
  await world.root.post('add-user', alice);
  const second = await world.app.signedIn('hooli', 'alice', 'correct-horse-battery');
  expect(await (await desk.download(second, url)).json()).toMatchObject({ code: 'not-found' });
  expect((await second.get('get-account-invoices')).body.data).toEqual([]);
});

test('nothing changes or removes an issued invoice, not even a statement of the database', async () => {
  const { url } = await invoiced('kept', ming);
  const { db } = world.app;
  const statements = ['UPDATE invoices SET gross = 1', 'DELETE FROM invoices', 'TRUNCATE invoices'];
  const contents = [
    "UPDATE invoice_contents SET content = ''",
    'DELETE FROM invoice_contents',
    'TRUNCATE invoice_contents',
  ];
  for (const statement of [...statements, ...contents])
    await expect(db.raw(statement), statement).rejects.toThrow('An issued invoice cannot be changed');
  await world.root.post('delete-payment', { owner: 'admin', name: 'kept' }, { query: { reason: 'A test' } });
  expect((await desk.download(world.root, url)).headers.get('content-type')).toBe('application/pdf');
  expect(await (await desk.download(world.acme.user, url)).json()).toMatchObject({ code: 'not-found' });
});

test('a payment by hand has an invoice after a global administrator confirmed it', async () => {
  await desk.paid('counter', { confirmation: '' });
  expect(await desk.request(world.acme.user, 'counter', ming)).toMatchObject({ code: 'invoice-by-hand' });
  await desk.change(world.root, 'counter', { confirmation: 'Paid in cash' });
  expect(await desk.issue(world.acme.admin, 'counter')).toMatchObject({ status: 'ok' });
});
