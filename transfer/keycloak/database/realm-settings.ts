import type { Row } from '../../tables/tables.ts';
import type { RealmInput } from '../representation.ts';
import type { RealmGroups } from './realm-groups.ts';
import type { RealmTables } from './realm-tables.ts';
import { by, isOn, listsOf, numberIn, pairsOf, textIn } from './values.ts';

/** The settings in the row of a realm. */
function ofRow(row: Row, attributes: Record<string, string>): Partial<RealmInput> {
  return {
    ...{ enabled: isOn(row, 'enabled'), displayName: attributes.displayName ?? '' },
    defaultSignatureAlgorithm: attributes.defaultSignatureAlgorithm ?? '',
    bruteForceProtected: attributes.bruteForceProtected === 'true',
    ...{ passwordPolicy: textIn(row, 'password_policy'), registrationAllowed: isOn(row, 'registration_allowed') },
    loginWithEmailAllowed: isOn(row, 'login_with_email_allowed'),
    duplicateEmailsAllowed: isOn(row, 'duplicate_emails_allowed'),
    internationalizationEnabled: isOn(row, 'internationalization_enabled'),
    ...{ defaultLocale: textIn(row, 'default_locale'), rememberMe: isOn(row, 'remember_me') },
    accessTokenLifespan: numberIn(row, 'access_token_lifespan'),
    offlineSessionIdleTimeout: numberIn(row, 'offline_session_idle_timeout'),
    ssoSessionIdleTimeout: numberIn(row, 'sso_idle_timeout'),
    ssoSessionMaxLifespan: numberIn(row, 'sso_max_lifespan'),
    ssoSessionMaxLifespanRememberMe: numberIn(row, 'sso_max_lifespan_remember_me'),
    loginTheme: textIn(row, 'login_theme'),
    emailTheme: textIn(row, 'email_theme'),
    accountTheme: textIn(row, 'account_theme'),
  };
}

async function componentsOf(realm: RealmTables): Promise<RealmInput['components']> {
  const rows = await realm.of('component');
  const config = await realm.below(rows, 'component_config', 'component_id');
  const component = (row: Row) => ({
    ...{ name: textIn(row, 'name'), providerId: textIn(row, 'provider_id') },
    config: listsOf(config.get(textIn(row, 'id'))),
  });
  return Object.fromEntries([...by(rows, 'provider_type')].map(([type, own]) => [type, own.map(component)]));
}

async function identityProvidersOf(realm: RealmTables) {
  const rows = await realm.of('identity_provider');
  const config = await realm.below(rows, 'identity_provider_config', 'identity_provider_id', 'internal_id');
  const mappers = await realm.of('identity_provider_mapper');
  const mapperConfig = await realm.below(mappers, 'idp_mapper_config', 'idp_mapper_id');
  return {
    identityProviders: rows.map((row) => ({
      ...{ alias: textIn(row, 'provider_alias'), displayName: textIn(row, 'provider_display_name') },
      ...{ providerId: textIn(row, 'provider_id'), enabled: isOn(row, 'enabled'), linkOnly: isOn(row, 'link_only') },
      ...{ hideOnLogin: isOn(row, 'hide_on_login'), config: pairsOf(config.get(textIn(row, 'internal_id'))) },
    })),
    identityProviderMappers: mappers.map((row) => ({
      ...{ name: textIn(row, 'name'), identityProviderAlias: textIn(row, 'idp_alias') },
      ...{
        identityProviderMapper: textIn(row, 'idp_mapper_name'),
        config: pairsOf(mapperConfig.get(textIn(row, 'id'))),
      },
    })),
  };
}

/** Everything of a realm but its clients, roles and groups. */
export async function readRealmSettings(
  realm: RealmTables,
  row: Row,
  { paths }: RealmGroups,
): Promise<Partial<RealmInput>> {
  const attributes = pairsOf(await realm.of('realm_attribute'));
  const texts = await realm.of('realm_localizations');
  return {
    ...ofRow(row, attributes),
    attributes,
    smtpServer: pairsOf(await realm.of('realm_smtp_config')),
    eventsListeners: (await realm.of('realm_events_listeners')).map((each) => textIn(each, 'value')),
    defaultGroups: (await realm.of('realm_default_groups')).flatMap(
      (each) => paths.get(textIn(each, 'group_id')) ?? [],
    ),
    components: await componentsOf(realm),
    ...(await identityProvidersOf(realm)),
    requiredActions: (await realm.of('required_action_provider')).map((each) => ({
      ...{ alias: textIn(each, 'alias'), enabled: isOn(each, 'enabled'), defaultAction: isOn(each, 'default_action') },
    })),
    authenticationFlows: (await realm.of('authentication_flow')).map((each) => ({
      ...{ alias: textIn(each, 'alias'), topLevel: isOn(each, 'top_level'), builtIn: isOn(each, 'built_in') },
    })),
    localizationTexts: Object.fromEntries(texts.map((each) => [textIn(each, 'locale'), textIn(each, 'texts')])),
    organizations: (await realm.of('org')).map((each) => ({ name: textIn(each, 'name') })),
  };
}
