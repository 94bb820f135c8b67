import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { type Memberships, membershipsOf, ownersInTokens } from '../../kinds/memberships.ts';
import { fieldsTold, type Given, isGranted, type ToldDeps } from './told-fields.ts';

const withoutVersion = ({ version: _, ...fact }: Record<string, unknown>) => fact;

/**
 * The roles and permissions of a user as services learn them. It caches that an organization has none, as most have none. Then no statement reads
 * those of a user.
 */
export async function toldMemberships(user: User, deps: ToldDeps): Promise<Memberships> {
  if (!(await cachedObjectsOf(deps).membershipsIn(user.owner)).any) return { roles: [], permissions: [] };
  const { roles, permissions } = await membershipsOf(user, { ...deps, sql: deps.db }, ownersInTokens(user.owner));
  return { roles: roles.map(withoutVersion), permissions: permissions.map(withoutVersion) };
}

/** The user's part of an access token: fields of Casdoor's user object that are told and granted. */
export async function factsOfUser(user: User, given: Given, deps: ToldDeps): Promise<Record<string, unknown>> {
  if (given.application.tokenFormat === 'JWT-Empty')
    return isGranted('name', given) ? { owner: user.owner, name: user.name } : {};
  const told = [...(await fieldsTold(user, deps))].filter((field) => isGranted(field, given));
  const isOfStanding = told.includes('roles') || told.includes('permissions');
  const facts = { ...user, ...(isOfStanding && (await toldMemberships(user, deps))) } as Record<string, unknown>;
  return {
    ...Object.fromEntries(told.map((name) => [name, facts[name]]).filter(([name, value]) => name !== 'tag' || value)),
    // Clients of Casdoor 2022 read this field from a token. It is always empty.
    ...(isGranted('password', given) && { password: '' }),
  };
}

/** The claims of an application that acts for itself. */
export const factsOfApplication = ({ owner, name }: Pick<Application, 'owner' | 'name'>) => ({
  owner,
  name: `app/${name}`,
  id: `${owner}/${name}`,
});
