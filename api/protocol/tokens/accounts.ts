import type { Application } from '@doorwright/crds/models/application.ts';
import type { User } from '@doorwright/crds/models/user.ts';
import { type Account, type AccountClaims, Provider } from 'oidc-provider';
import { mayEnter } from '../../accounts/may-enter.ts';
import type { ProtocolDeps } from '../deps.ts';
import { readUser } from '../store/company.ts';

export interface UserAccount extends Account {
  user: User;
}

/** Claims by the scope that asks for them. */
export const claimsByScope = {
  openid: ['sub'],
  profile: ['name', 'preferred_username', 'picture', 'locale', 'website'],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone'],
};

/** What the era's clients ask for, and what everybody means who asks for nothing that is known here. */
export const usualScope = 'read';

export const scopes = ['openid', 'offline_access', 'profile', 'email', 'address', 'phone', usualScope];

const filled = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== '' && value !== undefined));

/** OpenID Connect calls a person by `name`. Casdoor's clients expect the login name there. */
function namesOf({ name, displayName }: User, meaning: Application['nameClaims']) {
  return meaning === 'casdoor'
    ? { name, preferred_username: displayName }
    : { name: displayName || name, preferred_username: name };
}

/** What userinfo and ID tokens may tell of a user. Applications ask for parts of it. */
const claimsOf = (user: User, { nameClaims }: Pick<Application, 'nameClaims'>): AccountClaims => ({
  ...filled({
    ...namesOf(user, nameClaims),
    picture: user.avatar,
    locale: user.language,
    website: user.homepage,
    email: user.email,
    email_verified: user.email ? user.emailVerified : undefined,
    address: user.location && { formatted: user.location },
    phone_number: user.phone,
    phone: user.phone,
  }),
  sub: user.id,
});

/** The application that is told the claims: the client of the present request. */
const applicationTold = () => Provider.ctx?.oidc.client?.application as Application;

export const accountOf = (user: User): UserAccount => ({
  accountId: user.id,
  user,
  claims: () => claimsOf(user, applicationTold()),
});

/** The user whom a subject names, as long as he may sign in (S16); at the application that shows what it was given for him. */
export async function findAccount(
  { db, store }: Pick<ProtocolDeps, 'db' | 'store'>,
  id: string,
  shownBy?: Application,
): Promise<UserAccount | undefined> {
  const user = readUser(id) ?? ((await store('user').findBy(db, { id })) as User | undefined);
  if (!user || user.isForbidden || user.isDeleted || (shownBy && !mayEnter(user.owner, shownBy))) return;
  return accountOf(user);
}
