import { emit } from '@doorwright/crds/derive/schema.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { deviceCookieName, sessionCookieName, setCookie, valueOfCookie } from '../http/cookies.ts';
import { Refusal } from '../http/errors.ts';
import type { Route } from '../http/route.ts';
import { bodyObject, invalid, problemsOf } from '../resources/input.ts';
import { record } from '../resources/records.ts';
import type { AccountDeps } from './deps.ts';
import { withDevice } from './known-devices.ts';
import { endSession, rememberedLimit } from './sessions.ts';
import { signIn } from './sign-in.ts';

const year = 365 * 24 * 3_600_000;

const loginForm = z.object({
  type: z.string().max(100).default('').describe('`login`: sets the session cookie.'),
  application: z.string().min(1).max(100).describe('Name of the application one signs in at.'),
  organization: z.string().max(100).default('').describe("Organization of the user; without it the application's."),
  username: z.string().max(200).default('').describe('Name, email, phone or ID card number.'),
  password: z.string().default('').describe('Password.'),
  autoSignin: z.boolean().default(false).describe('Stay signed in for 30 days.'),
});

function parsed(body: unknown): z.output<typeof loginForm> {
  const result = loginForm.safeParse(bodyObject(body));
  if (!result.success) throw invalid(problemsOf(result.error));
  return result.data;
}

/** Puts a new session into the browser, and a note that the user has been here. */
export function rememberSignIn(
  { req, res }: { req: Request; res: Response },
  { config, box }: AccountDeps,
  { session, userId, isRemembered }: { session: string; userId: string; isRemembered: boolean },
): void {
  const origin = config.DOORWRIGHT_ORIGIN;
  const device = deviceCookieName(origin);
  setCookie(res, {
    name: sessionCookieName(origin),
    value: session,
    origin,
    ...(isRemembered && { maxAge: rememberedLimit }),
  });
  setCookie(res, {
    name: device,
    value: withDevice(valueOfCookie(req, device), userId, box),
    origin,
    maxAge: year,
  });
}

const userId = { type: 'string', description: 'owner/name of the user.' };

export function signInRoutes(deps: AccountDeps): Route[] {
  const origin = deps.config.DOORWRIGHT_ORIGIN;

  const login: Route = {
    method: 'POST',
    path: '/api/login',
    summary: 'Signs in with a password; data is the id of the user.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(loginForm),
    answer: { data: userId },
    handle: async ({ visit, body, http }) => {
      const form = parsed(body);
      if (form.type !== 'login') throw new Refusal('unknown-response-type', { type: form.type });
      if (!form.username || !form.password) throw new Refusal('unknown-login-type', { type: 'no password' });
      if (visit.caller.type === 'user' && visit.caller.session)
        throw new Refusal('sign-out-first', {}, { data: `${visit.caller.owner}/${visit.caller.name}` });
      const { user, session } = await signIn(deps, visit, form, {
        deviceCookie: valueOfCookie(http.req, deviceCookieName(origin)),
        userAgent: http.req.get('User-Agent') ?? '',
      });
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
    handle: async ({ visit, http }) => {
      const { caller } = visit;
      setCookie(http.res, { name: sessionCookieName(origin), value: '', origin, maxAge: 0 });
      if (caller.type !== 'user' || !caller.session) return { data: '' };
      const { owner, name, session: id } = caller;
      await deps.db.transaction(async (sql) => {
        await endSession(sql, { owner, id });
        await record({ sql, store: deps.store }, visit, { organization: owner, object: `user ${owner}/${name}` });
      });
      return { data: `${owner}/${name}` };
    },
  };

  return [login, logout];
}
