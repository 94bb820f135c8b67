import type { Loss } from '../../contract.ts';
import type { Realm } from '../representation.ts';
import { type MappedProvider, mapProviders } from './map-providers.ts';
import { type GroupName, nameGroups } from './name-groups.ts';
import { nameRoles, type RoleNames } from './name-roles.ts';

/** How the parts of one realm are called here, so that each may refer to the others. */
export interface Plan {
  realm: Realm;
  organization: string;
  /** The cert that signs the tokens. */
  cert: string;
  /** The provider that sends mail, if the realm has a mail server. */
  mail: string | undefined;
  /** By the path of the group. */
  groups: ReadonlyMap<string, GroupName>;
  roles: RoleNames;
  /** By the alias of the identity provider. */
  providers: ReadonlyMap<string, MappedProvider>;
  /** A place for people: `realm "acme", user "nora"`. */
  from(what: string, name: string): string;
  lose(what: string, name: string, lost: string, why: string): Loss;
}

const mostOfPlace = 300;

export function createPlan(realm: Realm, organization: string): Plan {
  const from = (what: string, name: string) => `realm "${realm.realm}", ${what} "${name}"`.slice(0, mostOfPlace);
  return {
    ...{ realm, organization, from },
    cert: `cert-${organization}`.slice(0, 100),
    mail: realm.smtpServer.host ? `${organization}-mail`.slice(0, 100) : undefined,
    groups: nameGroups(realm.groups),
    roles: nameRoles(realm),
    providers: mapProviders(realm, organization),
    lose: (what, name, lost, why) => ({ from: from(what, name), lost, why }),
  };
}
