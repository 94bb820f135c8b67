import { createInvalidation, maxAgeMs } from '../../core/cache/invalidation.ts';
import { isFresh } from '../../core/cache/is-fresh.ts';
import type { Db } from '../../db/knex.ts';
import type { Policies } from './policy.ts';

/** The limit of the cache: this many names of users and roles take some hundred megabytes. Tenants could fill more. */
const mostNames = 1_000_000;

interface CachedPolicies {
  at: number;
  version: number;
  names: number;
  policies: Promise<Policies[] | undefined>;
}

const namesIn = (policies: readonly Policies[]): number =>
  policies.flatMap(({ all }) => all).reduce((sum, { users, roles }) => sum + users.size + roles.size + 1, 1);

/** Caches policies until a permission or model changes. The oldest entries leave first when the cache is full. */
export function cachePolicies(
  db: Db,
  read: (key: string) => Promise<Policies[] | undefined>,
): (key: string) => Promise<Policies[] | undefined> {
  const invalidation = createInvalidation(db, { common: ['permission', 'model'], single: [] });
  const kept = new Map<string, CachedPolicies>();
  let names = 0;

  function drop(key: string): void {
    names -= kept.get(key)?.names ?? 0;
    kept.delete(key);
  }

  function weigh(key: string, entry: CachedPolicies, policies: readonly Policies[] | undefined): void {
    if (kept.get(key) !== entry) return;
    if (!policies) {
      drop(key);
      return;
    }
    entry.names = namesIn(policies);
    names += entry.names;
    for (const oldest of kept.keys()) {
      if (names <= mostNames) return;
      drop(oldest);
    }
  }

  return (key) => {
    const found = kept.get(key);
    if (found && isFresh(found.at, maxAgeMs) && invalidation.isValid(found.version, [])) return found.policies;
    const entry = { at: Date.now(), version: invalidation.version(), names: 0, policies: read(key) };
    drop(key);
    kept.set(key, entry);
    entry.policies.then(
      (policies) => weigh(key, entry, policies),
      () => weigh(key, entry, undefined),
    );
    return entry.policies;
  };
}
