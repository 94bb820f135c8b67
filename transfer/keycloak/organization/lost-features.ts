import { keysOf, partsOf } from '../plan/name-roles.ts';
import { isOwnScope } from '../plan/own-parts.ts';
import type { Plan } from '../plan/plan.ts';
import type { Component, Realm } from '../representation.ts';

const quoted = (names: readonly string[]) =>
  names
    .toSorted()
    .map((name) => `"${name}"`)
    .join(', ');

const componentsOf = ({ components }: Realm, provider: string): Component[] => components[provider] ?? [];

const profileAttributes = new Set(['username', 'email', 'firstName', 'lastName']);

/** The attributes of a user profile beyond those that every realm has. */
function ownProfileAttributes(realm: Realm): string[] {
  const [component] = componentsOf(realm, 'org.keycloak.userprofile.UserProfileProvider');
  try {
    const { attributes = [] } = JSON.parse(component?.config['kc.user.profile.config']?.[0] ?? '{}');
    return (attributes as { name?: unknown }[])
      .map(({ name }) => String(name))
      .filter((each) => !profileAttributes.has(each));
  } catch {
    return [];
  }
}

const hasClientPolicies = ({ attributes }: Realm) =>
  /"(policies|profiles)"\s*:\s*\[\s*\{/.test(
    `${attributes['client-policies.policies'] ?? ''}${attributes['client-policies.profiles'] ?? ''}`,
  );

/** Users have a role by a group, or by another role. */
const hasRolesOfRoles = ({ groups, roles }: Plan) =>
  [...groups.values()].some(({ group }) => keysOf(group).some((key) => roles.byKey.has(key))) ||
  [...roles.byKey.values()].some(({ role }) => partsOf(role).some((key) => roles.byKey.has(key)));

/** The shortest lifetime of access tokens here. */
const hour = 3600;

/** The features of a realm without a counterpart, each with the reason. */
export function* lostFeatures(plan: Plan): Iterable<[feature: string, why: string]> {
  const { realm, roles } = plan;
  const federations = componentsOf(realm, 'org.keycloak.storage.UserStorageProvider');
  const flows = realm.authenticationFlows
    .filter(({ builtIn, topLevel }) => !builtIn && topLevel)
    .map(({ alias }) => alias);
  const actions = realm.requiredActions.filter(({ enabled, defaultAction }) => enabled && defaultAction);
  const themes = [realm.loginTheme, realm.emailTheme, realm.accountTheme].filter(
    (theme) => theme && !theme.startsWith('keycloak'),
  );
  const listeners = realm.eventsListeners.filter((each) => each !== 'jboss-logging');
  const scopes = realm.clientScopes.map(({ name }) => name).filter((name) => !isOwnScope(name));
  const profile = ownProfileAttributes(realm);
  const { accessTokenLifespan: lifespan } = realm;

  if (federations.length > 0)
    yield [
      `user federation ${quoted(federations.map(({ name, providerId }) => name || providerId))}`,
      'its passwords stay in the directory; declare it as an LDAP server of the organization',
    ];
  if (roles.byKey.size > 0)
    yield [
      'the claims realm_access and resource_access',
      'tokens tell roles in the claim roles; change the applications that read the other claims',
    ];
  if (hasRolesOfRoles(plan))
    yield [
      'roles of groups and of composite roles in tokens',
      'tokens tell the roles that a user has directly; permissions count all of them',
    ];
  if (lifespan && lifespan % hour !== 0)
    yield [
      `access tokens of ${lifespan} seconds`,
      'lifetimes are whole hours here, and applications get the next hour',
    ];
  if (flows.length > 0)
    yield [
      `authentication flows ${quoted(flows)}`,
      'the organization and its applications have settings for methods and steps',
    ];
  if (actions.length > 0)
    yield [
      `required actions of new users ${quoted(actions.map(({ alias }) => alias))}`,
      'sign-up items ask for data here',
    ];
  if (realm.bruteForceProtected)
    yield ['settings against guessing', 'locks have the limits of this product, and are always on'];
  if (profile.length > 0)
    yield [`user profile ${quoted(profile)}`, 'users keep the values as properties, without rules'];
  if (!realm.loginWithEmailAllowed) yield ['sign-in without email addresses', 'users sign in with their email too'];
  if (realm.duplicateEmailsAllowed)
    yield ['one email of several users', 'an email belongs to one user; the others lose it'];
  if (scopes.length > 0) yield [`client scopes ${quoted(scopes)}`, 'applications grant the scopes of OpenID Connect'];
  if (hasClientPolicies(realm)) yield ['client policies', 'each application has its own settings'];
  if (themes.length > 0)
    yield [`themes ${quoted([...new Set(themes)])}`, 'applications have pictures and texts of their own'];
  if (listeners.length > 0) yield [`event listeners ${quoted(listeners)}`, 'webhooks tell other programs of events'];
  if (Object.keys(realm.localizationTexts).length > 0)
    yield ['texts of its own', 'pages have the texts of this product'];
  if (realm.organizations.length > 0)
    yield [
      `organizations ${quoted(realm.organizations.map(({ name }) => name))}`,
      'an organization here has no others in it',
    ];
}
