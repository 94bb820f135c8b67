import { pagePath } from '@doorwright/crds/derive/page-path.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { entitlements, groups } from '@doorwright/crds/options/oauth-scopes.ts';
import { type Account, type AccountClaims, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { mayEnter } from '../../signin/place/may-enter.ts';
import { readUser } from '../request-cache.ts';
import { entitlementsIn } from './entitlements.ts';
import { groupsIn } from './groups.ts';
import { impersonationClaim } from './impersonation.ts';
import { personClaims } from './standard-claims.ts';
import { fieldsTold, type ToldDeps } from './told-fields.ts';
import { nameAt } from './told-user.ts';

export interface UserAccount extends Account {
  user: User;
}

const filled = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== '' && value !== undefined));

/**
 * OpenID Connect has the display name in `name`. Clients of Casdoor expect the login name there. `preferred_username` names the account,
 * as SAML and CAS do: clients take it for one.
 */
function namesOf(
  { name, displayName }: Pick<User, 'name' | 'displayName'>,
  { nameClaims }: Application,
  account: string,
) {
  return nameClaims === 'casdoor'
    ? { name, preferred_username: displayName }
    : { name: displayName || name, preferred_username: name && account };
}

/** The client of the present request, and the server that it asks. */
const asked = () => {
  const { client, issuer } = (Provider.ctx as KoaContextWithOIDC).oidc;
  return { application: client?.application as Application, issuer };
};

/** The address of the user's page in the console, which strangers see only where the organization makes profiles public. */
async function publicPageOf(user: User, issuer: string, deps: ToldDeps): Promise<string | undefined> {
  const organization = await cachedObjectsOf(deps).organizationNamed(user.owner);
  return organization?.isProfilePublic ? new URL(pagePath(deps.registry.named('user'), user), issuer).href : undefined;
}

/**
 * All claims about a user that userinfo and ID tokens may hold, from the fields that are told. Applications ask for
 * some of them.
 */
async function claimsOf(user: User, deps: ToldDeps): Promise<AccountClaims> {
  const told = await fieldsTold(user, deps);
  const { application, issuer } = asked();
  const shown = Object.fromEntries(Object.entries(user).filter(([name]) => told.has(name))) as Partial<User>;
  const { name = '', displayName = '' } = shown;
  return {
    ...filled({
      ...namesOf({ name, displayName }, application, nameAt(application, user)),
      ...personClaims(shown),
      picture: shown.avatar,
      profile: await publicPageOf(user, issuer, deps),
      website: shown.homepage,
      email: shown.email,
      email_verified: shown.email ? shown.emailVerified : undefined,
      phone_number: shown.phone,
      phone_number_verified: shown.phone ? shown.phoneVerified : undefined,
      phone: shown.phone,
    }),
    sub: user.id,
  };
}

/** Claims of ID tokens beside the subject. Those about the sign-in need no scope; groups and entitlements are there with theirs. */
export const idTokenClaims = ['acr', 'amr', 'at_hash', 'auth_time', 'isImpersonated', groups, entitlements];

/** The library hashes the access token that comes along, and names none at the token endpoint itself since version 9. */
function claimsOfSignIn() {
  const { value: at_hash } = (Provider.ctx?.oidc.entities.AccessToken ?? {}) as { value?: string };
  return { ...impersonationClaim(), ...(at_hash && { at_hash }) };
}

export const accountOf = (user: User, deps: ToldDeps): UserAccount => ({
  accountId: user.id,
  user,
  claims: async (use, scope) => ({
    ...(await claimsOf(user, deps)),
    ...(await groupsIn(scope, user, asked().application, deps)),
    ...(await entitlementsIn(scope, user, deps)),
    ...(use === 'id_token' && claimsOfSignIn()),
  }),
});

/** Finds the user of a subject, if they may sign in (S16) and may enter the application that uses the token. */
export async function findAccount(deps: ToldDeps, id: string, shownBy?: Application): Promise<UserAccount | undefined> {
  const user = readUser(id) ?? ((await deps.store('user').findBy(deps.db, { id })) as User | undefined);
  if (!user || user.isForbidden || user.isDeleted || (shownBy && !mayEnter(user.owner, shownBy))) return;
  return accountOf(user, deps);
}
