import { LRUCache } from 'lru-cache';
import type { Db, Sql } from '../../../db/knex.ts';
import { type Cost, defaultArgon2, inspectDigest } from './digest-costs.ts';
import type { PasswordType } from './password-types.ts';

/** The query scans all users of an organization, so its result is cached for a minute. */
const goodForMs = 60_000;
const most = 1000;

interface KnownCosts {
  until: number;
  costs: Promise<Cost[]>;
}

const known = new WeakMap<Db, LRUCache<string, KnownCosts>>();

/** The costs of the digests in an organization, the most frequent first. The part before the salt of a digest has its cost. */
export async function readCosts(sql: Sql, owner: string): Promise<Cost[]> {
  const { rows } = await sql.raw(
    `SELECT min(password) AS password, password_type AS type FROM users WHERE owner = ? AND password <> '' AND password_type <> ''
      GROUP BY password_type, CASE password_type WHEN 'bcrypt' THEN substr(password, 5, 2)
        WHEN 'argon2id' THEN split_part(password, '$', 4)
        WHEN 'pbkdf2' THEN split_part(password, '$', 2) || split_part(password, '$', 3) || length(split_part(password, '$', 5)) ELSE '' END
      ORDER BY count(*) DESC`,
    [owner],
  );
  const costs: Cost[] = rows.flatMap(({ type, password }: { type: PasswordType; password: string }) => {
    const judged = inspectDigest(type, password);
    // A quick digest is replaced by one of ours when its user signs in.
    return judged?.isBounded ? [judged.cost ?? defaultArgon2] : [];
  });
  return [...new Set(costs)];
}

/** The costs of checking the passwords in an organization. Uploads invalidate the cache. */
export function cachedCosts(db: Db, owner: string): Promise<Cost[]> {
  const ofAll = known.get(db) ?? new LRUCache<string, KnownCosts>({ max: most });
  known.set(db, ofAll);
  const found = ofAll.get(owner);
  if (found && found.until > performance.now()) return found.costs;
  const costs = readCosts(db, owner);
  const entry = { until: performance.now() + goodForMs, costs };
  ofAll.set(owner, entry);
  costs.catch(() => ofAll.delete(owner));
  return costs;
}

export const invalidateCosts = (db: Db, owner: string): void => void known.get(db)?.delete(owner);
