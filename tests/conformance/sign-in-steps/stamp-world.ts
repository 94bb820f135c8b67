import { randomUUID } from 'node:crypto';
import { Refusal } from '@doorwright/api/core/errors.ts';
import type { Sql } from '@doorwright/api/db/knex.ts';
import { findUser } from '@doorwright/api/kinds/user/find-user.ts';
import { defineMethod } from '@doorwright/api/signin/contracts/method.ts';
import type { StepBeforeSession } from '@doorwright/api/signin/contracts/step.ts';
import { addressCounter } from '@doorwright/api/signin/locks/guesses.ts';
import { signInMethods } from '@doorwright/api/signin/methods/registry.ts';
import { signInSteps } from '@doorwright/api/signin/steps/registry.ts';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';

/** Runs between the proof and the moment in which the server keeps it. */
export const meanwhile = { run: async () => {} };
/** The number of answers that were judged. */
export const judged = { count: 0 };

/** All that a developer writes for a step before the session: users answer with the word that is kept as a field of theirs. */
const wordStep = (name: string, field: 'tag' | 'title'): StepBeforeSession => ({
  stands: 'before-session',
  name,
  fields: { [name]: z.string().max(20).optional().describe(`The user's ${name}.`) },
  async due(_deps, { application }) {
    await meanwhile.run();
    return application.description.includes(name)
      ? new Refusal('code-missing', {}, { data: { step: name } })
      : undefined;
  },
  async judge(_deps, { user }, answers) {
    judged.count += 1;
    return answers[name] === user[field] ? { isRight: true } : { isRight: false, refusal: new Refusal('code-wrong') };
  },
});

/** A method whose proof works once: a ticket, which is kept as the user's education. */
const ticket = defineMethod({
  name: 'ticket',
  amr: ['user'],
  fields: { ticket: z.string().max(20).default('').describe('The ticket.') },
  hasNoForm: true,
  isMeant: (form) => form.username !== '' && form.ticket !== '',
  isOffered: () => true,
  async begin({ db, store }, { form, context, entrance: { owner, phonePrefix } }) {
    const user = await findUser(db, store('user'), { organization: owner, phonePrefix, username: form.username });
    const isRight = user !== undefined && user.education === form.ticket;
    const refusal = new Refusal('sign-in-failed');
    const at = { owner, name: form.username, education: form.ticket };
    async function useUp(sql: Sql) {
      if ((await sql('users').where(at).update({ education: '' })) === 0) throw refusal;
    }
    return {
      found: user,
      counters: [addressCounter(context.clientIp)],
      judge: async () =>
        isRight
          ? { user, useUp, changes: { email_verified: true } }
          : { user: undefined, refusal: async () => refusal },
    };
  },
});

const common = {
  organization: 'acme',
  cert: 'cert-built-in',
  enableSignUp: true,
  redirectUris: ['https://app.example/callback'],
};
const settings = { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' };
export const master = 'master of the stamps';

/** Two replicas with a step of our own, and a clock that the tests move. */
export function stampWorld() {
  // The library of OpenID Connect has the real clock.
  let time = Date.now();
  let addresses = 0;
  let app: TestApp;
  let other: TestApp;
  let root: Client;
  const now = () => new Date(time);
  const signIn = {
    methods: [...signInMethods, ticket],
    steps: [...signInSteps, wordStep('stamp', 'tag'), wordStep('seal', 'title')],
  };

  beforeAll(async () => {
    app = await startApp({ now, settings, signIn });
    other = await startApp({ now, settings, signIn, databaseUrl: app.databaseUrl });
    root = await app.admin();
    await add(root, 'organization', { name: 'acme', displayName: 'Acme', masterPassword: master });
    for (const [name, description] of [
      ['open', ''],
      ['gate', 'stamp'],
      ['vault', 'stamp and seal'],
    ] as const)
      await add(root, 'application', { ...common, name, description });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  return {
    get app() {
      return app;
    },
    get other() {
      return other;
    },
    get root() {
      return root;
    },
    later(ms: number) {
      time += ms;
    },
    /** A browser at an address of its own. */
    browser: (at = app) => at.client({ 'X-Forwarded-For': `198.51.100.${++addresses % 250}` }),
    /** A copy of a browser, with its cookies, at a replica. */
    copy(from: Client, at = app): Client {
      const to = at.client();
      carryCookies(from, to);
      return to;
    },
    async aUser(more: Record<string, unknown> = {}): Promise<string> {
      const name = `user-${randomUUID()}`;
      await add(root, 'user', { owner: 'acme', name, password, tag: '4711', title: '0815', ...more });
      return name;
    },
    update: async (kind: string, id: string, change: object) =>
      (await root.post(`update-${kind}`, change, { query: { id } })).body.status,
    login: async (client: Client, form: object, query: Record<string, string> = {}) =>
      (await client.post('login', { type: 'login', application: 'gate', organization: 'acme', ...form }, { query }))
        .body,
    sessionsOf: (user: string) => app.db('sessions').where({ owner: 'acme', user }).orderBy('created_time'),
    async credentials(application: string) {
      const { data } = (await root.get('get-application', { id: `admin/${application}` })).body;
      return { clientId: String(data.clientId), headers: basic(data.clientId, data.clientSecret) };
    },
  };
}
