import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { holdMasterPassword } from '../../kinds/organization/hold-master-password.ts';
import { findUser } from '../../kinds/user/find-user.ts';
import { countedName } from '../../kinds/user/normalize-login.ts';
import { cachedCosts } from '../../kinds/user/passwords/cached-costs.ts';
import { hashPassword, isWeak } from '../../kinds/user/passwords/passwords.ts';
import type { AccountDeps } from '../deps.ts';
import { accountCounter, addressCounter, deviceCounter, isAnyLocked } from '../locks/guesses.ts';
import { deviceOf } from '../locks/known-devices.ts';
import { countMasterGuess, masterCounters } from '../locks/master-guesses.ts';
import { judgePassword, passwordTypeOf } from '../passwords/judge.ts';
import { type Attempt, type CommonForm, defineMethod, type Guess } from './method.ts';

/** The digest that replaces a weak one, now that the password is known. */
async function upgraded(password: string, user: User, organization: Organization): Promise<Record<string, string>> {
  if (!organization.upgradePasswords || !isWeak(passwordTypeOf(user, organization))) return {};
  const made = await hashPassword({ organization: organization.name, type: 'argon2id', password });
  return { password: made.password, password_salt: made.passwordSalt, password_type: made.passwordType };
}

/** A missing user, a deleted one and a wrong password get the same answer in the same time (S25). */
async function begin(
  { db, store, box }: AccountDeps,
  { form, context, entrance, browser }: Attempt<CommonForm & { password: string }>,
): Promise<Guess> {
  const { username, password } = form;
  const { organization, owner, phonePrefix } = entrance;
  const found = await findUser(db, store('user'), { organization: owner, phonePrefix, username });
  const user = found?.isDeleted ? undefined : found;
  const device = user && deviceOf(browser.deviceCookie, user.id, box);
  const name = user?.name ?? countedName(username, phonePrefix);

  async function judge() {
    const guess = { address: context.clientIp, whose: user?.id ?? name, isKnownBrowser: device !== undefined };
    const masters = organization?.masterPassword ? masterCounters(owner, guess) : { counted: [], locking: [] };
    const isShut = await isAnyLocked(db, masters.locking, context.now);
    const whose = await judgePassword(password, user, organization, isShut, (of) => cachedCosts(db, of));
    if (!whose || !user || !organization) {
      await countMasterGuess(db, masters.counted, context.now);
      return { user: undefined, refusal: async () => new Refusal('sign-in-failed') };
    }
    if (whose === 'master')
      return {
        ...{ user, isImpersonated: true, closedBy: masters.locking },
        useUp: (sql: Sql) => holdMasterPassword(sql, organization),
      };
    // A forbidden user gets no session, so their digest stays as it is.
    return { user, changes: user.isForbidden ? {} : await upgraded(password, user, organization) };
  }

  return {
    found,
    counters: [
      device ? deviceCounter(owner, name, device) : accountCounter(owner, name),
      addressCounter(context.clientIp),
    ],
    judge,
  };
}

/** A user name and a password: the user's own, or the organization's master password. */
export const password = defineMethod({
  name: 'password',
  amr: ['pwd'],
  fields: { password: z.string().default('').describe('Password.') },
  isMeant: (form) => form.username !== '' && form.password !== '',
  isOffered: ({ enablePassword }) => enablePassword,
  begin,
});
