import type { Kind } from '@doorwright/crds';
import { secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { defaultScope } from '@doorwright/crds/options/oauth-scopes.ts';
import { toldByScope } from '@doorwright/crds/options/told-by-scope.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { fieldsSeenBySelf } from '../../kinds/user/account-items.ts';
import type { ProtocolDeps } from '../deps.ts';

export type ToldDeps = Pick<ProtocolDeps, 'db' | 'store' | 'registry'>;

/** Fields of a user that each scope adds to an access token. Userinfo tells the same facts as claims. */
const fieldsByScope: Readonly<Record<string, readonly string[]>> = {
  ...toldByScope,
  profile: [...toldByScope.profile, 'updatedTime'],
};

/** The scope that grants a field. One that no scope of OpenID names needs the scope of Casdoor's clients, which grants all. */
export const scopeOfField = (field: string): string =>
  Object.keys(fieldsByScope).find((scope) => fieldsByScope[scope]?.includes(field)) ?? defaultScope;

/** An application without consent belongs to its organization, and decides by these what a user may do there. */
const forOwn: readonly string[] = ['id', 'owner', 'name', 'roles', 'permissions'];

const known = new WeakMap<Organization, ReadonlySet<string>>();

function toldIn(kind: Kind, { accountItems }: Pick<Organization, 'accountItems'>): ReadonlySet<string> {
  // Values that may hold secrets, such as passkeys, are left out.
  const secret = new Set(secretsOf(kind).map(({ field }) => field));
  const seen = fieldsSeenBySelf(accountItems).filter(({ name, untold }) => !untold && !secret.has(name));
  return new Set(seen.map(({ name }) => name).filter((name) => name !== 'version'));
}

/**
 * The fields of its users that an organization tells applications: those that users see of themselves. Fields for
 * administrators stay out of every token. Userinfo, ID tokens and access tokens all ask here.
 */
export async function fieldsTold({ owner }: Pick<User, 'owner'>, deps: ToldDeps): Promise<ReadonlySet<string>> {
  const organization = await cachedObjectsOf(deps).organizationNamed(owner);
  const kind = deps.registry.named('user');
  if (!organization) return toldIn(kind, { accountItems: [] });
  const told = known.get(organization) ?? toldIn(kind, organization);
  known.set(organization, told);
  return told;
}

/** The application and scopes of a token. */
export interface Given {
  application: Application;
  scope?: string | undefined;
}

/**
 * Whether an access token of these scopes holds a field. Without OpenID and consent the scopes are Casdoor's, and each
 * gives all fields.
 */
export function isGranted(field: string, { scope = '', application }: Given): boolean {
  const scopes = scope.split(' ');
  const isByScope = application.requireConsent || scopes.includes('openid');
  if (!isByScope || scopes.includes(defaultScope)) return true;
  if (!application.requireConsent && forOwn.includes(field)) return true;
  return scopes.some((each) => fieldsByScope[each]?.includes(field));
}
