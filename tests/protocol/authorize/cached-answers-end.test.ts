import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { underWay } from '../../harness/under-way.ts';
import { password } from '../../harness/world.ts';
import { tokensFor } from '../world.ts';
import { type By, cachedAnswersWorld } from './cached-answers-world.ts';

const cached = cachedAnswersWorld();
const { applicationWith, byPassword, introspected, somebody, userinfoOf } = cached;

/** A second replica, and a third that gets no notices of changes. */
let told: TestApp;
let untold: TestApp;
beforeAll(async () => {
  const { databaseUrl, url } = cached.world.app;
  const joining = { databaseUrl, settings: { DOORWRIGHT_ORIGIN: url } };
  told = await startApp(joining);
  untold = await startApp({ ...joining, isDeaf: true });
});
afterAll(async () => {
  await told?.stop();
  await untold?.stop();
});

/** Whether a token is good at one server: for its user's claims, and for introspection. */
async function goodAt(app: TestApp, token: string, by: By) {
  const { active = false } = (await introspected(token, by, app)).body as unknown as { active?: boolean };
  return [(await userinfoOf(token, app)).status === 200, active];
}
const good = (token: string, by: By) =>
  Promise.all([cached.world.app, told, untold].map((app) => goodAt(app, token, by)));
const yes = [true, true];

describe('S22 a token with cached answers ends at once here, within a second on another replica, and within five without notice', () => {
  type Tokens = Awaited<ReturnType<typeof tokensFor>>;
  interface Case extends Tokens {
    application: Application;
    name: string;
  }
  const update = (kind: string, id: string, change: Record<string, unknown>) =>
    cached.world.root.post(`update-${kind}`, change, { query: { id, columns: Object.keys(change).join() } });

  const ends: [string, (it: Case) => Promise<unknown>][] = [
    ['it is revoked', ({ rp, tokens }) => client.tokenRevocation(rp, tokens.access_token)],
    ['its refresh token is revoked', ({ rp, tokens }) => client.tokenRevocation(rp, String(tokens.refresh_token))],
    ['it is refreshed', ({ rp, tokens }) => client.refreshTokenGrant(rp, String(tokens.refresh_token))],
    ['its user signs out', ({ browser }) => browser.post('logout')],
    [
      'they sign in again in the same browser, and out',
      async ({ browser, name }) => {
        const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: name, password };
        await browser.post('login', form);
        await browser.post('logout');
      },
    ],
    [
      'they have a new password',
      ({ name }) =>
        cached.world.root.post('set-password', { userOwner: 'acme', userName: name, newPassword: `${password}-new` }),
    ],
    ['they are blocked', ({ name }) => update('user', `acme/${name}`, { isForbidden: true })],
    ['they are deleted', ({ name }) => cached.world.root.post('delete-user', { owner: 'acme', name })],
    [
      'its application is switched off',
      ({ application }) => update('application', `admin/${application.name}`, { isEnabled: false }),
    ],
    [
      'an administrator deletes it',
      async ({ application }) => {
        const { name } = await cached.world.app.db('tokens').where({ application: application.name }).first();
        await cached.world.root.post('delete-token', { owner: 'admin', name });
      },
    ],
  ];

  /**
   * The time, in milliseconds, of the last question that a server answered with yes. It counts from when the question is asked, so
   * a late answer of a busy machine adds nothing.
   */
  async function lastYes(app: TestApp, token: string, by: By): Promise<number> {
    const begun = performance.now();
    let last = 0;
    for (let asked = 0; asked < 6_000; asked = performance.now() - begun) {
      if (!(await goodAt(app, token, by)).includes(true)) return last;
      last = asked;
      await delay(100);
    }
    return last;
  }

  /** The answers about a token before and right after its end, and the delay of the two other servers. */
  async function ending(end: (it: Case) => Promise<unknown>) {
    const application = await applicationWith();
    const name = await somebody();
    const it = { ...(await tokensFor(cached.world, application, {}, name)), application, name };
    const token = it.tokens.access_token;
    const by = { ...application };
    const before = await good(token, by);
    await end(it);
    const { body, status } = await userinfoOf(token);
    const isActive = (await introspected(token, by)).text.includes('"active":true');
    const atOnce = [status, (body as { sub?: string }).sub, isActive];
    const late = underWay(lastYes(untold, token, by));
    return { before, atOnce, told: await lastYes(told, token, by), untold: late };
  }

  // One after the other. Only the server without notice overlaps with the next case.
  const endings = new Map<string, Awaited<ReturnType<typeof ending>>>();
  beforeAll(async () => {
    for (const [when, end] of ends) endings.set(when, await ending(end));
  });

  test.each(ends)('when %s', async (when) => {
    const ended = endings.get(when);
    expect(ended).toMatchObject({ before: [yes, yes, yes], atOnce: [401, undefined, false] });
    // A second, and more on a busy machine. Without notice it takes five.
    expect(ended?.told).toBeLessThan(4_000);
    expect(await ended?.untold).toBeLessThan(5_000);
  });

  test('when it expires', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    const { expires_in } = await cached.world.app.db('tokens').where({ application: application.name }).first();
    const row = cached.world.app.db('tokens').where({ application: application.name, expires_in });
    await row.update({ created_time: new Date(), expires_in: 3 });
    const end = Date.now() + 3_000;
    expect(await good(token, application)).toEqual([yes, yes, yes]);
    await expect.poll(() => Date.now(), { timeout: 4_000 }).toBeGreaterThan(end);
    const no = [false, false];
    expect(await good(token, application)).toEqual([no, no, no]);
  });
});
