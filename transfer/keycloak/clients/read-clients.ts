import type { Item } from '../../contract.ts';
import { byText, createNames } from '../names.ts';
import { ownClients } from '../plan/own-parts.ts';
import type { Plan } from '../plan/plan.ts';
import { readOidcClient } from './read-oidc-client.ts';
import { readSamlClient } from './read-saml-client.ts';

/** The clients of a realm as applications, without those that Keycloak makes for itself. */
export function* readClients(plan: Plan): Iterable<Item> {
  const name = createNames();
  const own = plan.realm.clients.filter(({ clientId }) => !ownClients.has(clientId));
  for (const client of own.toSorted((a, b) => byText(a.clientId, b.clientId))) {
    const { fields, lost } = client.protocol === 'saml' ? readSamlClient(plan, client) : readOidcClient(plan, client);
    if (fields)
      yield {
        ...{ kind: 'application', from: plan.from('client', client.clientId) },
        fields: { ...fields, name: name(String(fields.name)) },
      };
    for (const [what, why] of lost) yield plan.lose('client', client.clientId, what, why);
  }
}
