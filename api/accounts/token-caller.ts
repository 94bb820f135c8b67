import { hash } from 'node:crypto';
import { type Caller, platform } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import { usualScope } from '../protocol/tokens/scopes.ts';
import type { AccountDeps } from './deps.ts';
import { mayEnter } from './may-enter.ts';

/** Access tokens are sealed in their rows; what finds them again is this. */
export const accessTokenDigest = (token: string) => hash('sha256', token, 'base64url');

interface Lender {
  owner: string;
  isAdmin: boolean;
  isGlobalAdmin: boolean;
  applicationOrganization: string | null;
  requireConsent: boolean | null;
  scope: string;
}

/**
 * The rights that a user's token carries. Those over everything go to applications of the platform alone: an organization
 * makes its own, and the platform's administrators enter there by a link that anybody can send them (S11). Where its user was
 * asked, it holds what he agreed to: "Read your account" is said of the one scope that opens anything here.
 */
function rightsLent({ owner, isAdmin, isGlobalAdmin, applicationOrganization: to, requireConsent, scope }: Lender) {
  if (requireConsent) {
    if (!scope.split(' ').includes(usualScope)) throw new Refusal('unauthorized');
    return { isAdmin: false, isGlobalAdmin: false, isLent: true, isReader: true };
  }
  const isLent = to !== null && to !== platform;
  return { isAdmin: isAdmin && (!isLent || owner === to), isGlobalAdmin: isGlobalAdmin && !isLent, isLent };
}

/** Whom an access token stands for, in one statement, with the user's rights as they stand now (S16). */
export async function tokenCaller(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  token: string,
  now: Date,
): Promise<Caller> {
  const row = await db({ t: store('token').table })
    .leftJoin({ u: store('user').table }, { 'u.owner': 't.organization', 'u.name': 't.user' })
    .leftJoin({ a: store('application').table }, (on) =>
      on.on('a.owner', db.raw("'admin'")).on('a.name', 't.application'),
    )
    .where('t.access_token_digest', accessTokenDigest(token))
    .whereRaw("t.access_token_digest <> ''")
    .first({
      createdTime: 't.created_time',
      expiresIn: 't.expires_in',
      tokenUser: 't.user',
      tokenType: 't.token_type',
      application: 'a.name',
      applicationOrganization: 'a.organization',
      requireConsent: 'a.require_consent',
      scope: 't.scope',
      organization: 't.organization',
      owner: 'u.owner',
      name: 'u.name',
      isAdmin: 'u.is_admin',
      isGlobalAdmin: 'u.is_global_admin',
      details: 't.details',
      isShut: db.raw('u.is_forbidden OR u.is_deleted OR NOT a.is_enabled'),
    });
  // One that is bound to a key proves nothing without it.
  if (!row || row.isShut || row.tokenType === 'DPoP') throw new Refusal('token-unknown');
  if (row.createdTime.getTime() + row.expiresIn * 1000 <= now.getTime()) throw new Refusal('session-expired');
  const { owner, name, application, applicationOrganization, organization } = row;
  if (name !== null) {
    // Of the two one has gone to another organization, and the authority knows the token no more.
    if (applicationOrganization && !mayEnter(owner, { organization: applicationOrganization }))
      throw new Refusal('token-unknown');
    const impersonated = JSON.parse(row.details || '{}').extra?.isImpersonated === true;
    return { type: 'user', owner, name, ...rightsLent(row), impersonated };
  }
  // An application of the platform acts for the platform's organization alone.
  if (row.tokenUser === `app/${application}` && applicationOrganization === organization)
    return { type: 'application', name: application, organization };
  throw new Refusal('token-unknown');
}
