import { Refusal } from '@doorwright/api/core/errors.ts';
import { cachedObjectsOf } from '@doorwright/api/kinds/cached-objects.ts';
import type { SignInStep } from '@doorwright/api/signin/contracts/step.ts';
import type { SignInTarget } from '@doorwright/api/signin/contracts/target.ts';
import { signInSteps } from '@doorwright/api/signin/steps/registry.ts';
import { signInTargets } from '@doorwright/api/signin/targets/registry.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../harness/app.ts';
import { add, password } from '../harness/world.ts';

type TargetDeps = Parameters<typeof signInTargets>[0];

/** All that a developer writes for a new target. Here a desk, which hands a ticket to the user. */
const createDeskTarget = (deps: TargetDeps): SignInTarget => ({
  name: 'desk',
  query: { desk: { about: 'Number of the desk.' } },
  continuesSession: true,
  async open({ desk = '' }, { type, application: name }) {
    if (type !== 'desk') return;
    const application = await cachedObjectsOf(deps).applicationNamed(name);
    if (!application) throw new Refusal('not-found', { kind: 'Application', id: name });
    return {
      application,
      check: async () => (desk ? undefined : () => new Refusal('unknown-response-type', { type })),
      question: async () => undefined,
      scopes: async () => [],
      give: async ({ user }) =>
        desk === 'closed'
          ? { refusal: new Refusal('unauthorized'), reason: 'closed' }
          : { answer: { data: `${user.name} to ${desk}` } },
    };
  },
});

/** And all that a developer writes for a new step: users agree to wait, once at each application. */
const waited = new Set<string>();
const wait: SignInStep = {
  stands: 'after-session',
  name: 'wait',
  fields: { waits: z.boolean().optional().describe('The user agrees to wait.') },
  answer: async (_deps, { user, application, answers }) => {
    if (answers.waits) waited.add(`${user.name} ${application.name}`);
  },
  due: async (_deps, { user, application }, reason) =>
    (application.description === 'busy' || reason === 'closed') && !waited.has(`${user.name} ${application.name}`)
      ? new Refusal('consent-required', {}, { data: { wait: 'in line' } })
      : undefined,
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    signIn: { steps: [...signInSteps, wait], targets: (deps) => [...signInTargets(deps), createDeskTarget(deps)] },
  });
  const root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', password });
  const common = { organization: 'acme', cert: 'cert-built-in' };
  await add(root, 'application', { ...common, name: 'quiet' });
  await add(root, 'application', { ...common, name: 'lasting', enableSigninSession: true });
  await add(root, 'application', { ...common, name: 'busy', description: 'busy' });
});
afterAll(() => app.stop());

const desk = async (form: Record<string, unknown>, { client = app.client(), at = '7' } = {}) =>
  (await client.post('login', { type: 'desk', application: 'quiet', ...form }, { query: { desk: at } })).body;
const proof = { username: 'alice', password };
const isSignedIn = async (client = app.client()) => (await client.get('get-account')).body.status === 'ok';

describe('every target', () => {
  test('has a name of its own, and leaves requests of other types to other targets', async () => {
    const deps = {
      authority: { clients: { application: async () => undefined } },
      authorize: { open: async () => Promise.reject(new Error('opened')) },
    } as unknown as TargetDeps;
    const all = [...signInTargets(deps), createDeskTarget(deps)];
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const target of all) {
      expect(await target.open({}, { type: 'of nobody', application: 'quiet' })).toBeUndefined();
      for (const { about } of Object.values(target.query)) expect(about).toMatch(/\.$/);
    }
  });
});

describe('a new target needs its description and a line in the registry', () => {
  test('to take users who sign in by any method, and to sign in to nothing else', async () => {
    const client = app.client();
    expect(await desk(proof, { client })).toMatchObject({ status: 'ok', data: 'alice to 7' });
    expect(await isSignedIn(client)).toBe(false);
  });

  test('to keep the session of an application that signs in to the browser, and to go on with it', async () => {
    const client = app.client();
    expect(await desk({ ...proof, application: 'lasting' }, { client })).toMatchObject({ data: 'alice to 7' });
    expect(await isSignedIn(client)).toBe(true);
    expect(await desk({ account: 'acme/alice' }, { client })).toMatchObject({ data: 'alice to 7' });
    expect(await desk({ account: 'acme/bob' }, { client })).toMatchObject({ code: 'other-account' });
    const [record] = await app.db('records').where({ user: 'alice', action: 'login', reason: 'session' });
    expect(record).toMatchObject({ object: 'application admin/quiet' });
  });

  test('to refuse a wrong request before anybody signs in', async () => {
    const before = await app.db('sessions').count();
    expect(await desk(proof, { at: '' })).toMatchObject({ code: 'unknown-response-type' });
    expect(await desk({ ...proof, password: 'wrong' }, { at: '' })).toMatchObject({ code: 'unknown-response-type' });
    expect(await app.db('sessions').count()).toEqual(before);
  });

  test('to be refused without a proof or a session', async () => {
    expect(await desk({})).toMatchObject({ code: 'unknown-login-type' });
    expect(await desk({ username: 'alice' })).toMatchObject({ code: 'unknown-login-type' });
  });

  test('to stand in the API document', async () => {
    const document = await (await fetch(`${app.url}/openapi.json`)).json();
    expect(JSON.stringify(document.paths['/api/login'].post)).toContain('Number of the desk.');
  });
});

describe('a new step needs its description and a line in the registry', () => {
  const atBusy = (form: Record<string, unknown>, client: ReturnType<TestApp['client']>, at?: string) =>
    desk({ application: 'busy', ...form }, { client, ...(at && { at }) });

  test('to ask before a target gives anything, and to let the answer through', async () => {
    waited.clear();
    const client = app.client();
    expect(await atBusy(proof, client)).toMatchObject({ code: 'consent-required', data: { wait: 'in line' } });
    expect(await atBusy({ waits: false }, client)).toMatchObject({ code: 'consent-required' });
    expect(await atBusy({ waits: true }, client)).toMatchObject({ data: 'alice to 7' });
    // The application has no single sign-on session, so the session was there only for the question.
    expect(await isSignedIn(client)).toBe(false);
  });

  test('to take no answer together with a proof, because nothing was asked yet', async () => {
    waited.clear();
    expect(await atBusy({ ...proof, waits: true }, app.client())).toMatchObject({ code: 'consent-required' });
  });

  test('to ask after a target gave nothing, by the reason of the target', async () => {
    waited.clear();
    const client = app.client();
    expect(await desk(proof, { client, at: 'closed' })).toMatchObject({ data: { wait: 'in line' } });
    expect(await desk({ waits: true }, { client, at: 'closed' })).toMatchObject({ code: 'unauthorized' });
  });
});
