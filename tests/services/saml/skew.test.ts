import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sign, type Told, writeResponse } from './idp/write-response.ts';
import { type SamlWorld, signInWithSaml, startSaml } from './world.ts';

/** The clock of the server stands, so that a second decides. */
const now = new Date();
const second = 1000;
const at = (seconds: number) => new Date(now.getTime() + seconds * second);

let world: SamlWorld;
let people = 0;
beforeAll(async () => {
  world = await startSaml(() => now);
});
afterAll(() => world?.stop());
beforeEach(() => {
  people += 1;
  world.idp.user = { ...world.idp.user, nameId: `skew-${people}`, attributes: { uid: `skew${people}` } };
});

async function answerTo(change: Partial<Told>) {
  const { idp } = world;
  idp.respond = (request) => sign(writeResponse({ ...idp.told(request), ...change }), { key: idp.key });
  return (await signInWithSaml(world)).body;
}

test.each([
  ['begins in 60 s', { notBefore: at(60) }],
  ['ended 59 s ago', { notOnOrAfter: at(-59) }],
  ['was confirmed until 59 s ago', { confirmedUntil: at(-59) }],
])('S45 a clock may differ by a minute: an assertion that %s signs in', async (_, change) => {
  expect(await answerTo(change)).toMatchObject({ status: 'ok' });
});

test.each([
  ['begins in 61 s', { notBefore: at(61) }, 'the assertion is not valid yet'],
  ['ended 60 s ago', { notOnOrAfter: at(-60) }, 'the assertion has expired'],
  ['was confirmed until 60 s ago', { confirmedUntil: at(-60) }, 'the assertion has expired'],
])('S45 a clock may differ by no more: an assertion that %s signs nobody in', async (_, change, problem) => {
  expect(await answerTo(change)).toMatchObject({
    code: 'sign-in-service-failed',
    msg: expect.stringContaining(problem),
  });
});
