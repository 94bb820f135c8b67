import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import { proofRequired } from '../../core/fresh-proof.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { AccountDeps } from '../place/deps.ts';
import { factorsOf } from './registry.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

export async function userNamed({ db, store }: Deps, owner: string, name: string): Promise<User> {
  const user = (await store('user').find(db, owner, name)) as unknown as User | undefined;
  if (!user) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
  return user;
}

/** The caller themselves. A program with a token, and a person with the master password, set up no factor. */
export async function self(deps: Deps, context: RequestContext): Promise<User> {
  const { caller } = context;
  if (caller.type !== 'user' || !caller.session) throw new Refusal('unauthorized');
  if (caller.impersonated) throw new Refusal('impersonated');
  const user = await userNamed(deps, caller.owner, caller.name);
  context.about = { organization: user.owner, object: `user ${user.owner}/${user.name}` };
  return user;
}

/**
 * A person who knows only the password must not remove the second factor. So its owner has proved one in this session, in a
 * browser that they trust too. A passkey is two factors, so the same holds for a user who has one only to sign in more easily.
 */
export async function requireFactor(deps: Deps, { caller }: RequestContext, user: User): Promise<void> {
  if (caller.type !== 'user' || caller.hasFactor) return;
  const organization = await cachedObjectsOf(deps).organizationNamed(user.owner);
  if (!organization || factorsOf(user, organization).length === 0) return;
  throw proofRequired();
}

/** The application at which the session began. Its providers send codes. */
export async function applicationOfSession({ db, store }: Deps, { caller }: RequestContext): Promise<string> {
  if (caller.type !== 'user') return '';
  const at = { owner: caller.owner, id: caller.session ?? '' };
  const row = await db(store('session').table).where(at).first('application');
  return row?.application ?? '';
}
