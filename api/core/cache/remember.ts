import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/knex.ts';
import { onChange } from './changes.ts';
import { isFresh } from './fresh.ts';

/** What no replica was told of, because the database was away or cannot tell, is noticed after this long. */
const freshMs = 5_000;
const most = 5_000;

/**
 * Keeps what was read until something of these kinds changes. What does not exist is not kept: strangers would choose
 * what fills our memory. Whoever gets an object shares it with everybody else, and does not change it.
 */
export function remember<V extends object>(
  db: Db,
  kinds: readonly string[],
  read: (key: string) => Promise<V | undefined>,
): (key: string) => Promise<V | undefined> {
  const known = new LRUCache<string, { at: number; value: Promise<V | undefined> }>({ max: most });
  onChange(db, (kind) => {
    // A read that is under way may have seen the state before; its entry goes too.
    if (kind === undefined || kinds.includes(kind)) known.clear();
  });

  return (key) => {
    const found = known.get(key);
    if (found && isFresh(found.at, freshMs)) return found.value;
    const value = read(key);
    const mine = { at: Date.now(), value };
    known.set(key, mine);
    // Another read may have taken its place.
    const forget = () => known.peek(key) === mine && known.delete(key);
    value.then((object) => object ?? forget(), forget);
    return value;
  };
}
