import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { cacheReads } from '../core/cache/cached-reads.ts';
import type { Store } from '../core/objects/store.ts';
import type { Db } from '../db/knex.ts';
import { hasMemberships, membershipKinds } from './user/memberships.ts';

/** What nearly every request looks up and hardly any changes. */
export interface Memory {
  applicationOf: (clientId: string) => Promise<Application | undefined>;
  applicationNamed: (name: string) => Promise<Application | undefined>;
  organizationNamed: (name: string) => Promise<Organization | undefined>;
  /** The providers of an application, as their rows are, by their names. */
  providersNamed: (names: readonly string[]) => Promise<readonly ProviderRow[]>;
  /** Whether a token has roles or permissions to tell of any user of an organization. */
  membershipsIn: (organization: string) => Promise<{ any: boolean }>;
}

type ProviderRow = Record<string, unknown> & { name: string };

interface Deps {
  db: Db;
  store: (kind: string) => Store;
}

const memories = new WeakMap<Db, Memory>();

/** The memory of a database, one for all who work with it. */
export function memoryOf({ db, store }: Deps): Memory {
  const known = memories.get(db);
  if (known) return known;
  const named = (kind: string) => (name: string) => store(kind).find(db, 'admin', name);
  const providers = cacheReads(db, ['provider'], async (names) =>
    db(store('provider').table).where('owner', 'admin').whereIn('name', JSON.parse(names)),
  );
  const memory = {
    applicationOf: cacheReads(db, ['application'], (clientId) => store('application').findBy(db, { clientId })),
    applicationNamed: cacheReads(db, ['application'], named('application')),
    organizationNamed: cacheReads(db, ['organization'], named('organization')),
    providersNamed: (names: readonly string[]) => providers(JSON.stringify(names)),
    membershipsIn: cacheReads(db, membershipKinds, async (organization) => ({
      any: await hasMemberships(organization, { sql: db, store }),
    })),
  } as unknown as Memory;
  memories.set(db, memory);
  return memory;
}
