import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTenants } from '../../harness/world.ts';
import { invoiceDesk, ming, vienna } from './desk.ts';

type World = Awaited<ReturnType<typeof startTenants>>;
let world: World;
let desk: ReturnType<typeof invoiceDesk>;

beforeAll(async () => {
  world = await startTenants();
  desk = invoiceDesk(world.app, world.root);
  await desk.paid('sale');
});
afterAll(() => world?.app.stop());

/** Every field is wrong. Each row puts one right, in the specification's order, so that the next message comes. */
const wrong = {
  ...{ ...ming, personName: 'Wang', personIdCard: '11010519490230002X', personEmail: 'ming@', personPhone: '12345' },
  ...{ invoiceTitle: 'Another', invoiceTaxId: '91310000000000' },
};
const personal = [
  ['personName', 'Please input your real name!'],
  ['personIdCard', 'Please input the correct ID card number!'],
  ['personEmail', 'The input is not valid Email!'],
  ['personPhone', 'The input is not valid Phone!'],
  ['invoiceTitle', 'The input is not invoice title!'],
  ['invoiceTaxId', 'The input is not invoice Tax ID!'],
] as const;

describe('The first rule that the data break, in the specification’s order,', () => {
  test.each(personal.map(([field, msg], at) => ({ field, msg, right: personal.slice(0, at).map(([name]) => name) })))(
    'is told for $field, by the save of an administrator and by the request of the buyer',
    async ({ field, msg, right }) => {
      const fields = { ...wrong, ...Object.fromEntries(right.map((name) => [name, ming[name]])) };
      const expected = { status: 'error', msg, fields: [{ field, message: msg }] };
      expect(await desk.change(world.acme.admin, 'sale', fields)).toMatchObject(expected);
      expect(await desk.request(world.acme.user, 'sale', fields)).toMatchObject(expected);
      expect(await desk.payment('sale')).toMatchObject({ personName: '', invoiceUrl: '' });
    },
  );

  test('is the payment, while nobody has paid it', async () => {
    await desk.paid('waiting', { state: 'Created' });
    const msg = 'Please pay the order first!';
    expect(await desk.change(world.acme.admin, 'waiting', ming)).toMatchObject({ msg });
    expect(await desk.request(world.acme.user, 'waiting', wrong)).toMatchObject({ msg });
    const supposed = 'the payment state is supposed to be: "Paid", got: "Created"';
    expect(await desk.issue(world.acme.admin, 'waiting')).toMatchObject({ code: 'payment-not-paid', msg: supposed });
    // A save that leaves the invoice alone is a matter of the payment.
    expect(await desk.change(world.root, 'waiting', { message: 'Asked again' })).toMatchObject({ status: 'ok' });
  });
});

test('an organization in China needs a title of Chinese letters and one of nine forms of tax numbers', async () => {
  const { admin } = world.acme;
  const organization = { ...ming, invoiceType: 'Organization', invoiceTitle: '北京（天使）公司' };
  const said = async (fields: object) => (await desk.change(admin, 'sale', { ...organization, ...fields })).msg;
  for (const invoiceTitle of ['', 'Angel Ltd', '公'.repeat(51)])
    expect(await said({ invoiceTitle }), invoiceTitle).toBe('The input is not invoice title!');
  for (const invoiceTaxId of ['', '123456789', '91310000-00000', '123456789012345678901'])
    expect(await said({ invoiceTaxId }), invoiceTaxId).toBe('The input is not invoice Tax ID!');
  const right = [
    ...['913100000000', '110108abcdefghij', 'a123456bcdefghijk', 'ab123456cdefghij', '12345678901234xabcd'],
    ...['12345678901234567xa', 'a12345678901234xabc', 'a12345678901234567x', '123456abcdefghijklmn'],
  ];
  for (const invoiceTaxId of right) expect(await said({ invoiceTaxId }), invoiceTaxId).toBe('');
});

describe.each([
  { country: 'AT', right: 'ATU13585627', wrong: 'ATU13585626' },
  { country: 'BE', right: 'BE 0428.759.497', wrong: 'BE 0428.759.498' },
  { country: 'CH', right: 'CHE-107.787.577 IVA', wrong: 'CHE-107.787.578 IVA' },
  { country: 'DE', right: 'DE136695976', wrong: 'DE136695978' },
  { country: 'DK', right: 'DK 13585628', wrong: 'DK 13585629' },
  { country: 'ES', right: 'ESB58378431', wrong: 'ES158378431' },
  { country: 'FI', right: 'FI20774740', wrong: 'FI20774741' },
  { country: 'FR', right: 'FR 40 303 265 045', wrong: 'FR 41 303 265 045' },
  { country: 'GB', right: 'GB 980 7806 84', wrong: 'GB 980 7806' },
  { country: 'GR', right: 'EL 094259216', wrong: 'GR 094259216' },
  { country: 'HR', right: 'HR33392005961', wrong: 'HR33392005962' },
  { country: 'IE', right: 'IE6433435F', wrong: 'IE6433435' },
  { country: 'IT', right: 'IT00743110157', wrong: 'IT00743110158' },
  { country: 'LU', right: 'LU15027442', wrong: 'LU15027443' },
  { country: 'NL', right: 'NL004495445B01', wrong: 'NL004495445C01' },
  { country: 'NO', right: '995525828MVA', wrong: '995525829MVA' },
  { country: 'PL', right: '8567346215', wrong: '8567346216' },
  { country: 'PT', right: 'PT501964843', wrong: 'PT501964842' },
  { country: 'SE', right: 'SE556188840401', wrong: 'SE556188840301' },
  { country: 'SI', right: 'SI50223054', wrong: 'SI50223055' },
])('An organization in $country', ({ country, right, wrong }) => {
  test('needs a VAT number of its country, and an address', async () => {
    const said = async (fields: object) =>
      (await desk.request(world.acme.user, 'sale', { ...vienna, invoiceCountry: country, ...fields })).msg;
    expect(await said({ invoiceTaxId: wrong })).toBe('The input is not invoice Tax ID!');
    expect(await said({ invoiceTaxId: '' })).toBe('The input is not invoice Tax ID!');
    expect(await said({ invoiceTaxId: right, invoiceAddress: ' ' })).toBe('Please input your address!');
  });
});

test.each(['John Smith', '李小明', 'Łukasz Żak', 'Γεώργιος Παπαδόπουλος', 'Иван', 'محمد', "O'Brien-Núñez"])(
  '%s may be the name of a person outside China, without ID card, phone and address',
  async (personName) => {
    const person = { ...ming, invoiceCountry: 'US', personIdCard: '', personPhone: '', personName };
    expect(await desk.change(world.acme.admin, 'sale', { ...person, invoiceTitle: personName })).toMatchObject({
      status: 'ok',
    });
  },
);

test('a country that does not exist has no rules', async () => {
  const msg = 'Please select your country/region!';
  expect(await desk.change(world.acme.admin, 'sale', { ...ming, invoiceCountry: 'XX' })).toMatchObject({ msg });
});

test('a buyer without a country follows the rules of China, as a client of Casdoor 2022 sends it', async () => {
  await desk.paid('old');
  expect(await desk.change(world.acme.admin, 'old', { ...ming, invoiceCountry: '' })).toMatchObject({ status: 'ok' });
  expect(await desk.issue(world.acme.admin, 'old')).toMatchObject({ status: 'ok' });
});
