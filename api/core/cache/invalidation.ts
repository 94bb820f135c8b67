import type { Db } from '../../db/knex.ts';
import { onChange } from './changes.ts';

/** What no replica was told of is noticed after this long, within the five seconds that are promised (S16). */
export const trustedMs = 4_000;

/** So many single changes are known apart. */
const most = 20_000;

/** What answers may be about. */
interface Subjects {
  /** Kinds of which any change makes everything doubtful: they change rarely. */
  common: readonly string[];
  /** Kinds whose objects concern what is about them alone. */
  single: readonly string[];
}

/** Says of what was found out at a moment whether it is still true: whether nothing that it is about has changed since. */
export function createDoubts(db: Db, { common, single }: Subjects) {
  let moment = 0;
  let allSince = 0;
  const since = new Map<string, number>();

  onChange(db, (kind, which) => {
    if (kind !== undefined && !common.includes(kind) && !single.includes(kind)) return;
    moment += 1;
    if (which && kind && single.includes(kind) && since.size < most) {
      since.set(`${kind} ${which}`, moment);
      return;
    }
    allSince = moment;
    since.clear();
  });

  return {
    /** Now. What is read from here on knows of every change that was told before. */
    moment: () => moment,
    isTrue: (at: number, about: readonly string[]): boolean =>
      allSince <= at && about.every((each) => (since.get(each) ?? 0) <= at),
  };
}
