import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { administers, isImpersonated, isUser } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { requireFreshProof } from '../../core/fresh-proof.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import { checkRightsOver } from '../../core/objects/rules/check-rights.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import { parsedStrictly } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { replacePassword } from '../../kinds/user/chosen-password.ts';
import { rememberSignIn } from '../browser/remember-sign-in.ts';
import { accountCounter, addressCounter, countWrong, forgive, lockingOut, refuseLocked } from '../locks/guesses.ts';
import { tellUser } from '../notices/account-notice.ts';
import { choosePassword } from '../passwords/choose-password.ts';
import { isPasswordOf } from '../passwords/is-own.ts';
import { ownSession, renewSession } from '../passwords/renew-session.ts';
import type { AccountDeps } from '../place/deps.ts';

const named = z.string().min(1).max(100);

const changeForm = z.object({
  userOwner: named.describe('Organization of the user.'),
  userName: named.describe('Name of the user.'),
  oldPassword: z
    .string()
    .default('')
    .describe('Required of users who change their own password and are no administrators.'),
  newPassword: z
    .string()
    .describe('At least 8 characters, or 6 where the organization allows weak passwords, and no white space.'),
  mustChangePassword: z
    .boolean()
    .optional()
    .describe(
      'From an administrator: whether the user must choose a new password at the next sign-in. Stays as it is if absent.',
    ),
});

const checkForm = z.object({ owner: named, name: named, password: z.string() });

export function passwordRoutes(deps: AccountDeps): Route[] {
  const { db, store } = deps;

  async function load(context: RequestContext, owner: string, name: string) {
    authorize('self', context.caller, { organization: owner, user: { owner, name } });
    const [user, organization] = await Promise.all([
      store('user').find(db, owner, name),
      organizationNamed(owner, { sql: db, store }),
    ]);
    if (!user || !organization) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
    return { user: user as Draft & User, organization };
  }

  type Loaded = Awaited<ReturnType<typeof load>>;

  /** Refuses a wrong password, and counts it as sign-in does. */
  async function prove(context: RequestContext, { user, organization }: Loaded, password: string): Promise<void> {
    const account = lockingOut(user, 'password', accountCounter(user.owner, user.name));
    // An application sends requests for many users, so its address says nothing about one of them.
    const counters =
      context.caller.type === 'application'
        ? ([account] as const)
        : ([account, addressCounter(context.clientIp)] as const);
    await refuseLocked(db, counters, context.now);
    if (!(await isPasswordOf(deps, { user, organization, password, now: context.now }))) {
      await countWrong(db, counters, context.now);
      throw new Refusal('password-incorrect');
    }
    await forgive(db, counters, context.now);
  }

  const setPassword: Route = {
    method: 'POST',
    path: '/api/set-password',
    summary:
      'Sets the password of a user and ends their sessions and tokens. The browser of a user who sets their own stays signed in.',
    tag: 'Account',
    permission: 'signedIn',
    setsSession: true,
    body: emit(changeForm),
    handle: async ({ context, body, http }) => {
      const form = parsedStrictly(changeForm, body);
      const loaded = await load(context, form.userOwner, form.userName);
      const { user, organization } = loaded;
      const { caller } = context;
      if (isImpersonated(caller)) throw new Refusal('impersonated');
      const isOwn = isUser(caller, user.owner, user.name);
      const mustProve = isOwn && !administers(caller, user.owner);
      const isHimself = caller.type === 'user' && caller.session !== undefined;
      // A user without a password proves themselves by their own browser. Otherwise an application with a token could set
      // the first password and own the account.
      if (mustProve && user.password === '' && !isHimself) throw new Refusal('unauthorized');
      if (!isOwn) checkRightsOver(user, context);
      // The old password is a fresh proof.
      if ((mustProve && user.password !== '') || form.oldPassword) await prove(context, loaded, form.oldPassword);
      else requireFreshProof(caller, context.now);
      const choice = { user, password: form.newPassword, organization, now: context.now };
      const { mustChangePassword, ...set } = await choosePassword(deps, {
        ...choice,
        isOwn,
        oldPassword: form.oldPassword,
      });
      const forced = form.mustChangePassword !== undefined && { mustChangePassword: form.mustChangePassword };
      const columns = { ...set, ...(isOwn ? { mustChangePassword } : forced) };

      const session = await db.transaction(async (sql) => {
        const work: Work = { ...deps, sql, caller, now: context.now };
        const locked = (await store('user').find(sql, user.owner, user.name, 'forUpdate')) as
          | (Draft & User)
          | undefined;
        // If two changes come at once, the second one was proved with the old password.
        if (locked?.password !== user.password) throw new Refusal('password-incorrect');
        const former = isOwn ? await ownSession(sql, store('session'), context) : undefined;
        const changed = await replacePassword(work, locked, columns, { organization });
        await record(work, context, { organization: user.owner, object: `user ${user.owner}/${user.name}` });
        const { language } = http.res.locals;
        await tellUser(sql, deps, { user: locked, to: locked.email, subject: 'passwordChanged', language });
        const userAgent = http.req.get('User-Agent') ?? '';
        return former && renewSession(sql, context, { former, user: changed, organization, userAgent });
      });
      if (session)
        await rememberSignIn(http, deps, { session: session.value, user, isRemembered: session.isRemembered });
      return {};
    },
  };

  const checkPassword: Route = {
    method: 'POST',
    path: '/api/check-user-password',
    summary: 'Says whether this is the password of a user.',
    tag: 'Account',
    permission: 'signedIn',
    body: emit(checkForm),
    handle: async ({ context, body }) => {
      const { owner, name, password } = parsedStrictly(checkForm, body);
      await prove(context, await load(context, owner, name), password);
      return {};
    },
  };

  return [setPassword, checkPassword];
}
