import type { ApiAccess } from '@doorwright/crds/options/api-access.ts';
import { defaultScope } from '@doorwright/crds/options/oauth-scopes.ts';
import { accessOfToken } from '../../core/application-access.ts';
import { type Caller, platform, type SignInProof } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { classes } from '../../kinds/session/authentication-methods.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import { mayEnter } from '../place/may-enter.ts';
import { type RightsDeps, rightsWith } from './platform-rights.ts';

interface Held {
  owner: string;
  name: string;
  isAdmin: boolean;
  isGlobalAdmin: boolean;
  secondFactors: string[];
  requireSecondFactor: boolean;
  applicationOrganization: string | null;
  /** The application and the methods of the sign-in, while its session lasts. */
  signInApplication: string | null;
  amr: string[] | null;
}

/** The part of a token's details that says how its user or its writer signed in. */
interface Details {
  written?: SignInProof;
  extra?: { isImpersonated?: boolean; auth_time?: number; acr?: string };
}

/**
 * The rights of a user that a token carries. Rights over everything go only to applications of the platform. An
 * organization makes its own applications, and anybody can send a platform administrator a link to one (S11).
 */
async function rightsOf(deps: RightsDeps, held: Held, { written, extra = {} }: Details) {
  const { owner, isAdmin, isGlobalAdmin, applicationOrganization: to } = held;
  const isForeign = to !== null && to !== platform;
  if (isForeign) return { isAdmin: isAdmin && owner === to, isGlobalAdmin: false };
  if (written) return { ...(await rightsWith(deps, held, { ...written, isWritten: true })), proved: written };
  // A program of the platform wrote a token that says nothing about a sign-in.
  if (extra.acr === undefined) return { isAdmin, isGlobalAdmin: isGlobalAdmin || owner === platform };
  // Without a session, a program sent the password.
  const amr = held.amr ?? ['pwd', ...(extra.acr === classes.two ? ['mfa'] : [])];
  const proved = { application: held.signInApplication ?? '', amr };
  return { ...(await rightsWith(deps, held, proved)), proved };
}

/** An administrator wrote a token that names no application, so it carries all rights of its user. */
function accessOf({ apiAccess, scope }: { apiAccess: ApiAccess | null; scope: string }, isAsked = false) {
  return accessOfToken(apiAccess ?? 'administrator', { hasRead: scope.split(' ').includes(defaultScope), isAsked });
}

/** Identifies the caller of an access token in one statement, with the user's present rights (S16). */
export async function tokenCaller(deps: RightsDeps, token: string, now: Date): Promise<Caller> {
  const { db, store } = deps;
  const row = await db({ t: store('token').table })
    .leftJoin({ u: store('user').table }, { 'u.owner': 't.organization', 'u.name': 't.user' })
    .leftJoin({ a: store('application').table }, (on) =>
      on.on('a.owner', db.raw("'admin'")).on('a.name', 't.application'),
    )
    .leftJoin({ s: store('session').table }, { 's.owner': 't.organization', 's.id': 't.session_id' })
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
      secondFactors: 'u.second_factors',
      requireSecondFactor: 'u.require_second_factor',
      signInApplication: 's.application',
      amr: 's.amr',
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
    const details: Details = JSON.parse(row.details || '{}');
    const { isImpersonated, auth_time } = details.extra ?? {};
    const access = accessOf(row, row.requireConsent);
    const provedTime = application === null ? undefined : auth_time ? new Date(auth_time * 1000) : row.createdTime;
    return {
      type: 'user',
      owner,
      name,
      ...(await rightsOf(deps, row, details)),
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
