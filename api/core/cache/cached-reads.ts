import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/knex.ts';
import { onChange } from './changes.ts';
import { isFresh } from './is-fresh.ts';

/** The longest life of an entry, for changes that no NOTIFY announced: the database was away, or cannot notify. */
const maxAgeMs = 5_000;
const mostEntries = 5_000;

/**
 * Caches reads until an object of these kinds changes. Missing objects are not cached, because strangers could
 * fill the cache with names of their own. Callers share the cached object and must not change it.
 */
export function cacheReads<V extends object>(
  db: Db,
  kinds: readonly string[],
  read: (key: string) => Promise<V | undefined>,
): (key: string) => Promise<V | undefined> {
  const known = new LRUCache<string, { at: number; value: Promise<V | undefined> }>({ max: mostEntries });
  onChange(db, (kind) => {
    // A read in progress may have seen the old state, so its entry goes too.
    if (kind === undefined || kinds.includes(kind)) known.clear();
  });

  return (key) => {
    const found = known.get(key);
    if (found && isFresh(found.at, maxAgeMs)) return found.value;
    const value = read(key);
    const entry = { at: Date.now(), value };
    known.set(key, entry);
    // Another read may have replaced this entry.
    const forget = () => known.peek(key) === entry && known.delete(key);
    value.then((object) => object ?? forget(), forget);
    return value;
  };
}
