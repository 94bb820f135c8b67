import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { cacheReads } from '../core/cache/cached-reads.ts';
import type { Store } from '../core/objects/storage/store.ts';
import type { Db } from '../db/knex.ts';
import { hasMemberships, membershipKinds } from './memberships.ts';

/** Cached reads of objects that nearly every request needs and that rarely change. */
export interface CachedObjects {
  applicationOf: (clientId: string) => Promise<Application | undefined>;
  applicationNamed: (name: string) => Promise<Application | undefined>;
  oldestApplicationOf: (organization: string) => Promise<Application | undefined>;
  organizationNamed: (name: string) => Promise<Organization | undefined>;
  /** The rows of providers by name. */
  providersNamed: (names: readonly string[]) => Promise<readonly ProviderRow[]>;
  /** Tells whether tokens of an organization's users contain any roles or permissions. */
  membershipsIn: (organization: string) => Promise<{ any: boolean }>;
}

type ProviderRow = Record<string, unknown> & { name: string };

interface Deps {
  db: Db;
  store: (kind: string) => Store;
}

const oldestFirst = { field: 'createdTime', ascending: true } as const;

const caches = new WeakMap<Db, CachedObjects>();

/** The cached reads of a database, shared by all of its users. */
export function cachedObjectsOf({ db, store }: Deps): CachedObjects {
  const known = caches.get(db);
  if (known) return known;
  const named = (kind: string) => (name: string) => store(kind).find(db, 'admin', name);
  const providers = cacheReads(db, ['provider'], async (names) =>
    db(store('provider').table).where('owner', 'admin').whereIn('name', JSON.parse(names)),
  );
  const memory = {
    applicationOf: cacheReads(db, ['application'], (clientId) => store('application').findBy(db, { clientId })),
    applicationNamed: cacheReads(db, ['application'], named('application')),
    oldestApplicationOf: cacheReads(db, ['application'], async (tenant) => {
      const page = { number: 1, size: 1 };
      const { rows } = await store('application').list(db, { tenant, sort: oldestFirst, page });
      return rows[0];
    }),
    organizationNamed: cacheReads(db, ['organization'], named('organization')),
    providersNamed: (names: readonly string[]) => providers(JSON.stringify(names)),
    membershipsIn: cacheReads(db, membershipKinds, async (organization) => ({
      any: await hasMemberships(organization, { sql: db, store }),
    })),
  } as unknown as CachedObjects;
  caches.set(db, memory);
  return memory;
}
