import { Refusal } from '@doorwright/api/core/errors.ts';
import { findUser } from '@doorwright/api/kinds/user/find-user.ts';
import { type CommonForm, defineMethod, type SignInMethod } from '@doorwright/api/signin/contracts/method.ts';
import { accountCounter, addressCounter } from '@doorwright/api/signin/locks/guesses.ts';
import { createMethods, signInMethods } from '@doorwright/api/signin/methods/registry.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';

/** All that a developer writes for a new method: its description. Here a badge number, which is kept as the user's tag. */
const badge = defineMethod({
  name: 'badge',
  amr: ['user'],
  fields: { badge: z.string().max(20).default('').describe('Number on the badge.') },
  isMeant: (form) => form.username !== '' && form.badge !== '',
  isOffered: ({ description }) => description === 'with badges',
  async begin({ db, store }, { form, context, entrance: { owner, phonePrefix } }) {
    const user = await findUser(db, store('user'), { organization: owner, phonePrefix, username: form.username });
    return {
      found: user,
      counters: [accountCounter(owner, form.username), addressCounter(context.clientIp)],
      judge: async () =>
        user && user.tag === form.badge
          ? { user, reason: 'badge' }
          : { user: undefined, refusal: async () => new Refusal('sign-in-failed') },
    };
  },
});

const all = [...signInMethods, badge];
const methods = createMethods(all);
const own = ({ fields }: SignInMethod) => Object.keys(fields);
/** The form as the server reads it: fields that were not sent have their defaults. A method without a form on the page needs no name. */
const filled = ({ hasNoForm }: SignInMethod, names: readonly string[]) =>
  z.object({ username: z.string(), ...methods.fields }).parse({
    username: hasNoForm ? '' : 'alice',
    ...Object.fromEntries(names.map((name) => [name, '1'])),
  }) as CommonForm;

describe.each(all.map((method) => ({ method, name: method.name })))('the method $name', ({ method }) => {
  const others = all.filter((each) => each !== method);
  const foreign = others.flatMap(own).filter((field) => !own(method).includes(field));

  // Programs of Casdoor 2022 call two things `code`: the code in a message, and the code of another service. The user name tells them apart.
  test('has a name and fields that no other method on the page has', () => {
    expect(others.map(({ name }) => name)).not.toContain(method.name);
    const alike = others.filter(({ hasNoForm }) => hasNoForm === method.hasNoForm);
    expect(own(method).filter((field) => alike.some((each) => own(each).includes(field)))).toEqual([]);
  });

  test('describes its fields and takes a form without them', () => {
    const schema = z.object(method.fields as Record<string, z.ZodType>);
    expect(schema.safeParse({}).success).toBe(true);
    for (const field of Object.values(schema.shape)) expect(field.description).toMatch(/\.$/);
  });

  test('is meant by a form with its own fields, and by no other', () => {
    expect(methods.meant(filled(method, own(method)))?.name).toBe(method.name);
    expect(method.isMeant(filled(method, foreign))).toBe(false);
  });
});

describe('a new method needs its description and a line in the registry', () => {
  let app: TestApp;
  let root: Client;
  beforeAll(async () => {
    app = await startApp({ signIn: { methods: all } });
    root = await app.admin();
    await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
    await add(root, 'user', { owner: 'acme', name: 'alice', password, tag: '4711' });
    for (const [name, description] of [
      ['gate', 'with badges'],
      ['desk', ''],
    ] as const)
      await add(root, 'application', { name, organization: 'acme', cert: 'cert-built-in', description });
  });
  afterAll(() => app.stop());

  const login = async (form: Record<string, unknown>, client = app.client()) =>
    (await client.post('login', { type: 'login', application: 'gate', username: 'alice', ...form })).body;

  test('to sign in, with a session and a record', async () => {
    const browser = app.client();
    expect(await login({ badge: '4711' }, browser)).toMatchObject({ status: 'ok', data: 'acme/alice' });
    expect((await browser.get('get-account')).body).toMatchObject({ name: 'alice' });
    const [record] = await app.db('records').where({ user: 'alice', action: 'login', outcome: 'ok' });
    expect(record).toMatchObject({ owner: 'acme', object: 'user acme/alice', reason: 'badge' });
  });

  test('to be offered only where the application has it, to its page and to its form', async () => {
    const offered = async (name: string) =>
      (await app.anonymous.get('get-application', { id: `admin/${name}` })).body.data.signinMethods;
    expect(await offered('gate')).toEqual([{ name: 'password' }, { name: 'badge' }]);
    expect(await offered('desk')).toEqual([{ name: 'password' }]);
    expect(await login({ application: 'desk', badge: '4711' })).toMatchObject({ code: 'unknown-login-type' });
  });

  test('to be locked after wrong guesses, also for a right one', async () => {
    const codes = [];
    for (let guess = 0; guess < 5; guess++) codes.push((await login({ badge: '1' })).code);
    expect(codes.slice(0, 4)).toEqual(Array(4).fill('sign-in-failed'));
    expect(await login({ badge: '4711' })).toMatchObject({ code: 'locked' });
  });

  test('to refuse a forbidden user, and to tell that only after a right proof', async () => {
    await add(root, 'user', { owner: 'acme', name: 'bob', password, tag: '0815', isForbidden: true });
    expect(await login({ username: 'bob', badge: '1' })).toMatchObject({ code: 'sign-in-failed' });
    expect(await login({ username: 'bob', badge: '0815' })).toMatchObject({ code: 'user-forbidden' });
  });

  test('to stand in the API document', async () => {
    const document = await (await fetch(`${app.url}/openapi.json`)).json();
    expect(JSON.stringify(document.paths['/api/login'].post.requestBody)).toContain('Number on the badge.');
  });
});
