import type { Exported, ExportedOrganization, ExportedUser } from './contract.ts';
import { toAuth0 } from './to-auth0.ts';
import { toKeycloakRealm } from './to-keycloak-realm.ts';

type Write = (people: AsyncIterable<ExportedUser>, organization: ExportedOrganization) => AsyncIterable<Exported>;

/** Keycloak reads a file of users in one transaction. */
const usersPerFile = 500;

/** The products that take people. */
export const targets: Readonly<Record<string, Write>> = {
  keycloak: (people, organization) => toKeycloakRealm(people, organization, { usersPerFile }),
  auth0: (people) => toAuth0(people),
};
