import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/knex.ts';
import { type Cost, judgeDigest, mostCosts, usualArgon2 } from './digest-costs.ts';
import type { PasswordType } from './password-types.ts';

/** All users of an organization are looked through for it, so that what was found is good for a minute. */
const goodForMs = 60_000;
const most = 1000;

interface Known {
  until: number;
  costs: Promise<Cost[]>;
}

const known = new WeakMap<Db, LRUCache<string, Known>>();

/** One digest of each cost is enough: what stands before its salt tells the cost. */
async function readCosts(db: Db, owner: string): Promise<Cost[]> {
  const { rows } = await db.raw(
    `SELECT min(password) AS password, password_type AS type FROM users WHERE owner = ? AND password <> '' AND password_type <> ''
      GROUP BY password_type, CASE password_type WHEN 'bcrypt' THEN substr(password, 5, 2)
        WHEN 'argon2id' THEN split_part(password, '$', 4) ELSE '' END
      ORDER BY count(*) DESC`,
    [owner],
  );
  const costs: Cost[] = rows.flatMap(({ type, password }: { type: PasswordType; password: string }) => {
    const judged = judgeDigest(type, password);
    // One that is quick to check is stored anew as ours when its user signs in.
    return judged?.isBounded ? [judged.cost ?? usualArgon2] : [];
  });
  // Uploads of before had no such limit, and strangers may try a wrong password as often as they like.
  return [...new Set(costs)].slice(0, mostCosts);
}

/** What checking the passwords of an organization's users costs. Uploads forget what was known. */
export function knownCosts(db: Db, owner: string): Promise<Cost[]> {
  const ofAll = known.get(db) ?? new LRUCache<string, Known>({ max: most });
  known.set(db, ofAll);
  const found = ofAll.get(owner);
  if (found && found.until > performance.now()) return found.costs;
  const costs = readCosts(db, owner);
  const mine = { until: performance.now() + goodForMs, costs };
  ofAll.set(owner, mine);
  costs.catch(() => ofAll.delete(owner));
  return costs;
}

export const forgetCosts = (db: Db, owner: string): void => void known.get(db)?.delete(owner);
