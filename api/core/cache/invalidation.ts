import type { Db } from '../../db/knex.ts';
import { onChange } from './changes.ts';

/** The longest use of an answer without a notice of a change. Replicas promise five seconds (S16). */
export const maxAgeMs = 4_000;

/** Single changes to remember. Beyond this number, a change invalidates everything. */
const mostChanges = 20_000;

/** The kinds that cached answers depend on. */
interface Subjects {
  /** Any change of these kinds invalidates all answers. They change rarely. */
  common: readonly string[];
  /** A change of one object of these kinds invalidates only the answers about this object. */
  single: readonly string[];
}

/** Tells whether a cached answer is still valid: nothing that it depends on has changed since it was read. */
export function createInvalidation(db: Db, { common, single }: Subjects) {
  let version = 0;
  let allSince = 0;
  const since = new Map<string, number>();

  onChange(db, (kind, which) => {
    if (kind !== undefined && !common.includes(kind) && !single.includes(kind)) return;
    version += 1;
    if (which && kind && single.includes(kind) && since.size < mostChanges) {
      since.set(`${kind} ${which}`, version);
      return;
    }
    allSince = version;
    since.clear();
  });

  return {
    /** The current version. A read that starts now sees all changes announced before. */
    version: () => version,
    isValid: (at: number, about: readonly string[]): boolean =>
      allSince <= at && about.every((each) => (since.get(each) ?? 0) <= at),
  };
}
