import type { Row } from '../../tables/tables.ts';
import type { RealmInput } from '../representation.ts';
import type { RealmTables } from './realm-tables.ts';
import { by, isOn, pairsOf, textIn } from './values.ts';

type Input = Pick<RealmInput, 'clients' | 'clientScopes'>;

async function mappersBelow(realm: RealmTables, owners: readonly Row[], column: string) {
  const mappers = await realm.below(owners, 'protocol_mapper', column);
  const rows = [...mappers.values()].flat();
  const configs = await realm.below(rows, 'protocol_mapper_config', 'protocol_mapper_id');
  return (owner: string) =>
    (mappers.get(owner) ?? []).map((row) => ({
      ...{ name: textIn(row, 'name'), protocolMapper: textIn(row, 'protocol_mapper_name') },
      config: pairsOf(configs.get(textIn(row, 'id'))),
    }));
}

const flags = {
  ...{
    enabled: 'enabled',
    publicClient: 'public_client',
    bearerOnly: 'bearer_only',
    consentRequired: 'consent_required',
  },
  ...{ standardFlowEnabled: 'standard_flow_enabled', implicitFlowEnabled: 'implicit_flow_enabled' },
  directAccessGrantsEnabled: 'direct_access_grants_enabled',
  ...{ serviceAccountsEnabled: 'service_accounts_enabled', fullScopeAllowed: 'full_scope_allowed' },
};

const texts = {
  ...{ clientId: 'client_id', name: 'name', description: 'description', protocol: 'protocol', secret: 'secret' },
  ...{ rootUrl: 'root_url', baseUrl: 'base_url', clientAuthenticatorType: 'client_authenticator_type' },
};

/** The clients of a realm with their scopes. */
export async function readRealmClients(realm: RealmTables, rows: readonly Row[]): Promise<Input> {
  const scopes = await realm.of('client_scope');
  const scopeNames = new Map(scopes.map((row) => [textIn(row, 'id'), textIn(row, 'name')]));
  const scopesOf = await realm.below(rows, 'client_scope_client', 'client_id');
  const redirects = await realm.below(rows, 'redirect_uris', 'client_id');
  const attributes = await realm.below(rows, 'client_attributes', 'client_id');
  const flows = await realm.below(rows, 'client_auth_flow_bindings', 'client_id');
  const servers = await realm.below(rows, 'resource_server', 'id');
  const mappersOf = await mappersBelow(realm, rows, 'client_id');
  const mappersOfScope = await mappersBelow(realm, scopes, 'client_scope_id');
  const clients = rows.map((row) => {
    const id = textIn(row, 'id');
    const own = by(scopesOf.get(id) ?? [], 'client_id').get(id) ?? [];
    const named = (isDefault: boolean) =>
      own
        .filter((each) => isOn(each, 'default_scope') === isDefault)
        .flatMap((each) => scopeNames.get(textIn(each, 'scope_id')) ?? []);
    return {
      ...Object.fromEntries(Object.entries(texts).map(([name, column]) => [name, textIn(row, column)])),
      ...Object.fromEntries(Object.entries(flags).map(([name, column]) => [name, isOn(row, column)])),
      clientId: textIn(row, 'client_id'),
      ...{
        redirectUris: (redirects.get(id) ?? []).map((each) => textIn(each, 'value')),
        attributes: pairsOf(attributes.get(id)),
      },
      ...{ protocolMappers: mappersOf(id), authorizationServicesEnabled: servers.has(id) },
      authenticationFlowBindingOverrides: Object.fromEntries(
        (flows.get(id) ?? []).map((each) => [textIn(each, 'binding_name'), textIn(each, 'flow_id')]),
      ),
      ...{ defaultClientScopes: named(true), optionalClientScopes: named(false) },
    };
  });
  const clientScopes = scopes.map((row) => ({
    ...{
      name: textIn(row, 'name'),
      protocol: textIn(row, 'protocol'),
      protocolMappers: mappersOfScope(textIn(row, 'id')),
    },
  }));
  return { clients, clientScopes };
}
