import { platform, type SignInProof } from '../../core/callers.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { hasSeveral } from '../../kinds/session/authentication-methods.ts';
import type { FactorUser } from '../contracts/factor.ts';
import { isRequired } from '../factors/policy.ts';
import type { Methods } from '../methods/registry.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The application of the console. Its settings say what the platform demands of its people. */
const door = 'app-built-in';

export interface RightsDeps extends Pick<AccountDeps, 'db' | 'store'> {
  methods: Methods;
}

interface Proved extends SignInProof {
  /** The writer of a token proved this, maybe long ago. */
  isWritten?: boolean;
}

/** A passkey of one device is as good as one that is synced. A code beside a password is a second factor, and no method. */
const methodsIn = (amr: readonly string[]): readonly string[] => [
  ...amr.filter((each) => each !== 'otp' || !amr.includes('pwd')),
  ...(amr.includes('hwk') ? ['swk'] : []),
];

/**
 * Tells whether a sign-in gives the rights over all organizations to a user who has them: it began at the platform's own application, or
 * proved what that one demands. A service proves a user at its own application only, because an organization chooses the services of its applications.
 * A written token may outlast every session, so it must satisfy what the platform demands today even if its writer signed in there.
 */
async function isEnough({ db, store, methods }: RightsDeps, user: FactorUser, { application, amr, isWritten }: Proved) {
  if (application === door && !isWritten) return true;
  const { applicationNamed, organizationNamed } = cachedObjectsOf({ db, store });
  const [rules, organization] = await Promise.all([applicationNamed(door), organizationNamed(user.owner)]);
  if (!rules || !organization) return false;
  if (isRequired({ user, organization, application: rules }) && !hasSeveral(amr)) return false;
  if (application === door && amr.includes('fed')) return true;
  const proved = methodsIn(amr);
  return methods
    .offered(rules)
    .map((name) => methods.named(name)?.amr.filter((each) => each !== 'mfa') ?? [])
    .some((needed) => needed.length > 0 && needed.every((each) => proved.includes(each)));
}

type Rights = Pick<FactorUser, 'isAdmin' | 'isGlobalAdmin'>;

/**
 * The rights of a user in a session or by a token. Without the proof that the platform demands, its people have the rights of others, and
 * are asked for it where they need more (`owesProof`).
 */
export async function rightsWith(
  deps: RightsDeps,
  user: FactorUser,
  proved: Proved,
): Promise<Rights & { owesProof?: true }> {
  const { owner, isAdmin } = user;
  if (!user.isGlobalAdmin && owner !== platform) return { isAdmin, isGlobalAdmin: false };
  if (await isEnough(deps, user, proved)) return { isAdmin, isGlobalAdmin: true };
  return { isAdmin: isAdmin && owner !== platform, isGlobalAdmin: false, owesProof: true };
}
