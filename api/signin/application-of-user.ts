import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AccountDeps } from './deps.ts';

/** The application that serves a user's account: the one of their sign-up, or the oldest one of their organization. */
export async function applicationOfUser(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  { owner, signupApplication: name }: Pick<User, 'owner' | 'signupApplication'>,
): Promise<Application | undefined> {
  const named = name && (await store('application').find(db, 'admin', name));
  if (named) return named as unknown as Application;
  const sort = { field: 'createdTime', ascending: true } as const;
  const { rows } = await store('application').list(db, { tenant: owner, sort, page: { number: 1, size: 1 } });
  return rows[0] as unknown as Application | undefined;
}
