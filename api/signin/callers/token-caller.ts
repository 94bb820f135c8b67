import type { ApiAccess } from '@doorwright/crds/options/api-access.ts';
import { accessOfToken } from '../../core/application-access.ts';
import { type Caller, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import { defaultScope } from '../../kinds/token/scopes.ts';
import type { AccountDeps } from '../deps.ts';
import { mayEnter } from '../may-enter.ts';

interface Held {
  owner: string;
  isAdmin: boolean;
  isGlobalAdmin: boolean;
  applicationOrganization: string | null;
}

/**
 * The rights of a user that a token carries. Rights over everything go only to applications of the platform. An
 * organization makes its own applications, and anybody can send a platform administrator a link to one (S11).
 */
function rightsOf({ owner, isAdmin, isGlobalAdmin, applicationOrganization: to }: Held) {
  const isForeign = to !== null && to !== platform;
  return {
    isAdmin: isAdmin && (!isForeign || owner === to),
    isGlobalAdmin: (isGlobalAdmin || owner === platform) && !isForeign,
  };
}

/** An administrator wrote a token that names no application, so it carries all rights of its user. */
function accessOf({ apiAccess, scope }: { apiAccess: ApiAccess | null; scope: string }, isAsked = false) {
  return accessOfToken(apiAccess ?? 'administrator', { hasRead: scope.split(' ').includes(defaultScope), isAsked });
}

/** Identifies the caller of an access token in one statement, with the user's present rights (S16). */
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
    .where('t.access_token_digest', digestOf(token))
    .whereRaw("t.access_token_digest <> ''")
    .first({
      createdTime: 't.created_time',
      expiresIn: 't.expires_in',
      tokenUser: 't.user',
      tokenType: 't.token_type',
      application: 'a.name',
      applicationOrganization: 'a.organization',
      requireConsent: 'a.require_consent',
      apiAccess: 'a.api_access',
      scope: 't.scope',
      organization: 't.organization',
      owner: 'u.owner',
      name: 'u.name',
      isAdmin: 'u.is_admin',
      isGlobalAdmin: 'u.is_global_admin',
      details: 't.details',
      isShut: db.raw("u.is_forbidden OR u.is_deleted OR NOT a.is_enabled OR (a.name IS NULL AND t.application <> '')"),
    });
  // A token that is bound to a key proves nothing without the key.
  if (!row || row.isShut || row.tokenType === 'DPoP') throw new Refusal('token-unknown');
  if (row.createdTime.getTime() + row.expiresIn * 1000 <= now.getTime()) throw new Refusal('session-expired');
  const { owner, name, application, applicationOrganization, organization } = row;
  if (name !== null) {
    // The user or the application moved to another organization, so the authority no longer knows the token.
    if (applicationOrganization && !mayEnter(owner, { organization: applicationOrganization }))
      throw new Refusal('token-unknown');
    const { isImpersonated, auth_time } = JSON.parse(row.details || '{}').extra ?? {};
    const access = accessOf(row, row.requireConsent);
    const provedTime = application === null ? undefined : auth_time ? new Date(auth_time * 1000) : row.createdTime;
    return {
      type: 'user',
      owner,
      name,
      ...rightsOf(row),
      access,
      impersonated: isImpersonated === true,
      ...(provedTime && { provedTime }),
    };
  }
  // An application of the platform acts only for the platform's organization.
  if (row.tokenUser === `app/${application}` && applicationOrganization === organization)
    return { type: 'application', name: application, organization, access: accessOf(row) };
  throw new Refusal('token-unknown');
}
