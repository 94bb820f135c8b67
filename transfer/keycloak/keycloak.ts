import { BrokenSource, type Format, type Item, type Place } from '../contract.ts';
import { readClients } from './clients/read-clients.ts';
import { readRealms, recognizesRealms } from './database/read-realms.ts';
import { readFiles, recognizesFiles } from './files/read-files.ts';
import { readGroups } from './groups/read-groups.ts';
import { createNames } from './names.ts';
import { readCert } from './organization/read-cert.ts';
import { readOrganization } from './organization/read-organization.ts';
import { readPeople } from './people/read-people.ts';
import { createPlan, type Plan } from './plan/plan.ts';
import { readProviders } from './providers/read-providers.ts';
import { readRoles } from './roles/read-roles.ts';
import type { RealmSource } from './source.ts';

/** The realm that administers the others. It has users of its own only if it is alone. */
const administration = 'master';

const sourcesOf = (place: Place): Promise<RealmSource[]> =>
  place.type === 'database' ? readRealms(place.tables) : readFiles(place);

async function realmsOf(place: Place, organization: string | undefined): Promise<[RealmSource, Plan][]> {
  const all = await sourcesOf(place);
  const others = all.filter(({ realm }) => realm.realm !== administration);
  const sources = others.length > 0 ? others : all;
  if (organization !== undefined && sources.length > 1) {
    const names = sources.map(({ realm }) => realm.realm).join(', ');
    throw new BrokenSource(`The source has several realms (${names}), and one organization cannot take them all.`);
  }
  const name = createNames();
  return sources.map((source) => [source, createPlan(source.realm, organization ?? name(source.realm.realm))]);
}

/** The parts of a realm, in the order in which they refer to each other. People come last. */
const parts: readonly ((plan: Plan) => Iterable<Item>)[] = [
  readOrganization,
  readCert,
  readProviders,
  readGroups,
  readRoles,
  readClients,
];

/** A realm of Keycloak: its export, or its database. */
export const keycloak: Format = {
  name: 'keycloak',
  recognizes: async (place) => (place.type === 'database' ? recognizesRealms(place.tables) : recognizesFiles(place)),
  async *read(place, { organization }) {
    const realms = await realmsOf(place, organization);
    for (const read of parts) for (const [, plan] of realms) yield* read(plan);
    for (const [source, plan] of realms) yield* readPeople(plan, source);
  },
};
