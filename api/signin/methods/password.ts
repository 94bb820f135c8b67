import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { holdMasterPassword } from '../../kinds/organization/hold-master-password.ts';
import { findUser } from '../../kinds/user/find-user.ts';
import { countedName } from '../../kinds/user/normalize-login.ts';
import { cachedCosts } from '../../kinds/user/passwords/cached-costs.ts';
import { passwordTypeOf } from '../../kinds/user/passwords/own-password.ts';
import { hashPassword, isWeak } from '../../kinds/user/passwords/passwords.ts';
import { askAfterFailures, failuresOf } from '../captcha/after-failures.ts';
import {
  type Attempt,
  type CommonForm,
  defineMethod,
  type Guess,
  type Proven,
  type Wrong,
} from '../contracts/method.ts';
import {
  accountCounter,
  addressCounter,
  deviceCounter,
  isAnyLocked,
  lockingOut,
  type SoFar,
} from '../locks/guesses.ts';
import { deviceOf } from '../locks/known-devices.ts';
import { countMasterGuess, masterCounters } from '../locks/master-guesses.ts';
import { judgePassword } from '../passwords/judge.ts';
import type { AccountDeps } from '../place/deps.ts';
import type { DirectoryVerdict } from '../place/directory-sign-in.ts';

/** The digest that replaces a weak one, now that the password is known. */
async function upgraded(password: string, user: User, organization: Organization): Promise<Record<string, string>> {
  if (!organization.upgradePasswords || !isWeak(passwordTypeOf(user, organization))) return {};
  const made = await hashPassword({ organization: organization.name, type: 'argon2id', password });
  return { password: made.password, password_salt: made.passwordSalt, password_type: made.passwordType };
}

interface PasswordForm extends CommonForm, Record<'password' | 'checkType' | 'checkId' | 'checkKey', string> {}

/** The reason of a directory is for the record: a stranger who guesses learns nothing of it (S25). */
const whyOf = (verdict: DirectoryVerdict | undefined) =>
  verdict && verdict.is !== 'right' && verdict.why ? { why: verdict.why } : {};

/** A missing user, a deleted one and a wrong password get the same answer in the same time (S25). */
async function begin(
  deps: AccountDeps,
  { form, context, entrance, browser, isAnswerable }: Attempt<PasswordForm>,
): Promise<Guess> {
  const { db, store, box } = deps;
  const { username, password } = form;
  const { application, organization, owner, phonePrefix } = entrance;
  const found = await findUser(db, store('user'), { organization: owner, phonePrefix, username });
  const user = found?.isDeleted ? undefined : found;
  const device = user && deviceOf(browser.deviceCookie, user.id, box);
  const typed = countedName(username, phonePrefix);
  const name = user?.name ?? typed;
  const own = device ? deviceCounter(owner, name, device) : accountCounter(owner, name);
  const failures = failuresOf({ owner, typed, device, clientIp: context.clientIp });

  async function judge(soFar: SoFar): Promise<Proven | Wrong> {
    const answer = { type: form.checkType, id: form.checkId, answer: form.checkKey };
    const asked = isAnswerable
      ? await askAfterFailures(deps, { application, failures, soFar, answer }, context)
      : undefined;
    const wrong = (refusal: Refusal): Wrong => ({ user: undefined, refusal: async () => refusal });
    if (asked?.refusal) return wrong(asked.refusal);
    const guess = { address: context.clientIp, whose: user?.id ?? name, isKnownBrowser: device !== undefined };
    const masters = organization?.masterPassword ? masterCounters(owner, guess) : { counted: [], locking: [] };
    const isShut = await isAnyLocked(db, masters.locking, context.now);
    const verdict = organization
      ? await deps.directories.judge({ organization, user, username, password, now: context.now })
      : undefined;
    if (verdict?.is === 'right') {
      const { user, changes, hasExpired = false } = verdict;
      return { user, changes, hasExpired, ...asked?.forgetting };
    }
    // A directory that decides leaves the stored digest aside. Its time is spent all the same.
    const judged = verdict && user && verdict.is !== 'stored' ? { ...user, password: '' } : user;
    const whose = await judgePassword(password, judged, organization, isShut, (of) => cachedCosts(db, of));
    if (!whose || !user || !organization) {
      await countMasterGuess(db, masters.counted, context.now);
      return wrong(new Refusal(verdict?.isAway ? 'directory-away' : 'sign-in-failed', {}, whyOf(verdict)));
    }
    if (whose === 'master')
      return {
        ...{ user, isImpersonated: true, closedBy: masters.locking },
        useUp: (sql: Sql) => holdMasterPassword(sql, organization),
      };
    // A forbidden user gets no session, so their digest stays as it is.
    return {
      ...{ user, changes: user.isForbidden ? {} : await upgraded(password, user, organization) },
      ...asked?.forgetting,
    };
  }

  return {
    found,
    counters: [
      lockingOut(user, 'password', own),
      addressCounter(context.clientIp),
      failures.inARow,
      failures.fromNetwork,
    ],
    judge,
  };
}

/** A user name and a password: the user's own, or the organization's master password. */
export const password = defineMethod({
  name: 'password',
  amr: ['pwd'],
  fields: {
    password: z.string().default('').describe('Password.'),
    checkType: z.string().max(100).default('').describe('After wrong passwords: type of the captcha provider.'),
    checkId: z.string().max(100).default('').describe('Id of a built-in captcha.'),
    checkKey: z.string().max(10_000).default('').describe('Typed answer, or token of the captcha service.'),
  },
  isMeant: (form) => form.username !== '' && form.password !== '',
  isOffered: ({ enablePassword }) => enablePassword,
  begin,
});
