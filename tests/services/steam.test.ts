import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSteam } from './stand-ins/steam.ts';
import { startTable, type Table } from './table-world.ts';
import { type Back, browserAt, login, visitService } from './world.ts';

const steam = createSteam();
let table: Table;
beforeAll(async () => {
  table = await startTable([{ type: 'Steam', label: 'Steam', standIn: steam, become: () => undefined }]);
});
afterAll(() => table?.stop());
beforeEach(() => {
  steam.tamper = () => {};
  steam.user = { steamid: '76561197960435530', personaname: 'Robin', loccountrycode: 'US' };
});

async function signIn(change: (back: Back) => Back = (back) => back) {
  const browser = browserAt(table.app);
  const back = await visitService(table, browser, { provider: 'steam' });
  return (await login(browser, 'steam', change(back))).body;
}

const changed =
  (name: string, value: string) =>
  (back: Back): Back => {
    const answer = new URLSearchParams(back.answer);
    answer.set(`openid.${name}`, value);
    return { ...back, answer: answer.toString() };
  };

const other = 'https://steamcommunity.com/openid/id/76561197960287930';

test('the number of a Steam account is its id, and the profile comes from the Web API', async () => {
  expect((await signIn()).data).toBe('acme/Robin');
  expect(await table.user('Robin')).toMatchObject({ steam: '76561197960435530', region: 'US' });
});

describe('S32 a response of Steam signs nobody in', () => {
  // Steam's signature is good in these, as if Steam had made them for another site or in another way.
  const signed: [string, (fields: URLSearchParams) => void][] = [
    ['for another address', (fields) => fields.set('openid.return_to', 'https://evil.example/callback')],
    ['from another endpoint', (fields) => fields.set('openid.op_endpoint', 'https://evil.example/openid/login')],
    ['with the name of another site', (fields) => both(fields, 'https://evil.example/openid/id/76561197960435530')],
    ['with more after the number', (fields) => both(fields, `${other}/`)],
    ['with a name beside the number', (fields) => both(fields, 'https://steamcommunity.com/id/robin')],
    ['with two names', (fields) => fields.set('openid.identity', other)],
    ['from yesterday', (fields) => fields.set('openid.response_nonce', '2020-08-27T04:44:16Zs4DPZce8qc')],
    ['without a time', (fields) => fields.set('openid.response_nonce', 's4DPZce8qc')],
    ['in another protocol', (fields) => fields.set('openid.ns', 'http://openid.net/signon/1.1')],
    ['without a signature over the name', (fields) => without(fields, 'claimed_id')],
    ['without a signature over the address', (fields) => without(fields, 'return_to')],
    ['without a signature over the nonce', (fields) => without(fields, 'response_nonce')],
  ];

  test.each(signed)('%s', async (_, tamper) => {
    steam.tamper = tamper;
    expect((await signIn()).code).toBe('sign-in-service-failed');
  });

  test.each([
    ['for another number', changed('claimed_id', other)],
    ['with another signature', changed('sig', 'W0u5DRbtHE1GG0ZKXjerUZDUGmc=')],
    [
      'with more signed fields',
      changed('signed', 'op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'),
    ],
  ] as const)('that the browser changed: %s', async (_, change) => {
    expect((await signIn(change)).code).toBe('sign-in-service-failed');
  });

  test('with a field twice', async () => {
    const twice = (back: Back) => ({
      ...back,
      answer: `${back.answer}&openid.claimed_id=${encodeURIComponent(other)}`,
    });
    expect((await signIn(twice)).code).toBe('sign-in-service-failed');
  });
});

function both(fields: URLSearchParams, id: string): void {
  fields.set('openid.claimed_id', id);
  fields.set('openid.identity', id);
}

function without(fields: URLSearchParams, name: string): void {
  const names = fields.get('openid.signed')?.split(',') ?? [];
  fields.set('openid.signed', names.filter((each) => each !== name).join(','));
}
