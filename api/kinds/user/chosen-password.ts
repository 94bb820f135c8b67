import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { endSignIns } from './end-sign-ins.ts';
import { checkPassword, passwordColumns, passwordTooShort } from './new-password.ts';
import { type BreachedDeps, refuseBreached } from './passwords/breached-passwords.ts';
import { keepUsed, type PasswordOwner, refuseUsed } from './passwords/used-passwords.ts';

interface Choice {
  user: PasswordOwner;
  password: string;
  organization: Organization;
  now: Date;
  /** The users choose it themselves. An administrator must not learn from a refusal which passwords a user had. */
  isOwn?: boolean;
}

/** The columns of a password that users choose themselves, judged by all rules of their organization. */
export async function chosenPassword(
  deps: Pick<Work, 'sql' | 'store'> & BreachedDeps,
  { user, password, organization, now, isOwn = true }: Choice,
) {
  // Users choose passwords without blanks, as in Casdoor 2022. Imports and administrators may use them.
  if (!password) throw passwordTooShort(organization);
  // These rules cost nothing. The next ones cost a hash each, and the last one asks another server.
  checkPassword(password, organization);
  if (isOwn) await refuseUsed(deps, user, password, organization);
  await refuseBreached(deps, password, organization);
  // Nobody else knows it.
  return { ...(await passwordColumns(password, organization, now)), mustChangePassword: false };
}

type Columns = Partial<Awaited<ReturnType<typeof chosenPassword>>>;

/**
 * Writes a chosen password in place of the present one, and ends all sessions and tokens, except one half-finished sign-in.
 * Returns the user with the new password.
 */
export async function replacePassword(
  work: Work,
  locked: Draft & User,
  columns: Columns,
  { organization, attempt = '' }: { organization: Organization; attempt?: string },
): Promise<Draft & User> {
  const { sql, store, now } = work;
  const { owner, name } = locked;
  const changes = { ...columns, version: locked.version + 1 };
  await endSignIns(locked, work, attempt);
  await keepUsed(work, locked, organization, now);
  await sql(store('user').table).where({ owner, name }).update(store('user').toRow(changes));
  return { ...locked, ...changes };
}
