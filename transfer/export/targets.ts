import type { Exported, ExportedOrganization, ExportedUser } from './contract.ts';
import { toAuth0 } from './to-auth0.ts';
import { toKeycloakRealm } from './to-keycloak-realm.ts';

/** A product that takes people, with the names of its files, counted from 0. */
export interface Target {
  fileName: (file: number) => string;
  write: (people: AsyncIterable<ExportedUser>, organization: ExportedOrganization) => AsyncIterable<Exported>;
}

export const targets: Readonly<Record<string, Target>> = {
  keycloak: { fileName: () => 'realm.json', write: toKeycloakRealm },
  auth0: { fileName: (file) => `users-${file + 1}.json`, write: (people) => toAuth0(people) },
};
