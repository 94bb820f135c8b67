import { emit } from '@doorwright/crds/derive/schema.ts';
import { z } from 'zod';
import { Refusal } from '../core/errors.ts';
import { bodyObject, invalid } from '../core/objects/input.ts';
import { record } from '../core/objects/records.ts';
import { problemsOf } from '../core/objects/schema-problems.ts';
import { sessionCookieName, setCookie } from '../http/cookies.ts';
import type { Route } from '../http/route.ts';
import { endSessions } from '../kinds/session/sessions.ts';
import { rememberSignIn } from './browser/remember-sign-in.ts';
import type { AccountDeps } from './deps.ts';
import type { Methods } from './methods/registry.ts';
import { signIn } from './sign-in.ts';
import { authorizationQuery } from './targets/authorization-query.ts';
import { browserOf, type Doors, isClientSignIn, signInAtClient } from './targets/client-sign-in.ts';

const loginForm = (methods: Methods) =>
  z.object({
    type: z
      .string()
      .max(100)
      .default('')
      .describe('`login` signs in here; `code`, `token` and `id_token` at the client that the query names.'),
    application: z.string().max(100).default('').describe('Name of the application one signs in at.'),
    organization: z.string().max(100).default('').describe("Organization of the user; without it the application's."),
    username: z.string().max(200).default('').describe('Name, email, phone or ID card number.'),
    ...(methods.fields as object),
    consent: z
      .boolean()
      .optional()
      .describe('What the user answers when the application needs his consent, once he is signed in.'),
    account: z
      .string()
      .max(201)
      .default('')
      .describe('Without a username, owner/name of the user whom the page shows: for another one nothing is done.'),
    autoSignin: z.boolean().default(false).describe('Stay signed in for 30 days.'),
  });

function parsed<Form>(schema: z.ZodType<Form>, body: unknown): Form {
  const result = schema.safeParse(bodyObject(body));
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data;
}

const userId = { type: 'string', description: 'owner/name of the user.' };

export function signInRoutes(deps: AccountDeps, doors: Doors): Route[] {
  const { methods } = doors;
  const schema = loginForm(methods);
  const origin = deps.config.DOORWRIGHT_ORIGIN;

  const login: Route = {
    method: 'POST',
    path: '/api/login',
    summary: 'Signs in; data is the id of the user, or for an application the code or token that it asked for.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    query: authorizationQuery,
    body: emit(schema),
    answer: { data: userId },
    handle: async (asked) => {
      const { context, body, http } = asked;
      const form = parsed(schema, body);
      if (isClientSignIn(form)) return signInAtClient(deps, doors, asked, form);
      if (form.type !== 'login') throw new Refusal('unknown-response-type', { type: form.type });
      const method = methods.meant(form);
      if (!method) throw new Refusal('unknown-login-type', { type: 'no password' });
      if (context.caller.type === 'user' && context.caller.session)
        throw new Refusal('sign-out-first', {}, { data: `${context.caller.owner}/${context.caller.name}` });
      const { user, session } = await signIn(deps, context, { method, form, browser: browserOf(http.req, origin) });
      rememberSignIn(http, deps, { session, userId: user.id, isRemembered: form.autoSignin });
      return { data: `${user.owner}/${user.name}` };
    },
  };

  const logout: Route = {
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends the session; data is the id of the user who was signed in.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    answer: { data: userId },
    handle: async ({ context, http }) => {
      const { caller } = context;
      setCookie(http.res, { name: sessionCookieName(origin), value: '', origin, maxAge: 0 });
      if (caller.type !== 'user' || !caller.session) return { data: '' };
      const { owner, name, session: id } = caller;
      await deps.db.transaction(async (sql) => {
        await endSessions(sql, { owner, id });
        await record({ sql, store: deps.store }, context, { organization: owner, object: `user ${owner}/${name}` });
      });
      return { data: `${owner}/${name}` };
    },
  };

  return [login, logout];
}
