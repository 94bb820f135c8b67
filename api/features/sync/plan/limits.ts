import type { Source } from '../source.ts';
import type { Counts } from '../store/counts.ts';

/** Why a run stops before it harms. */
export type HoldReason = 'nobody-found' | 'over-limit';

interface Plan {
  counts: Counts;
  /** The people that the source had before. */
  people: number;
  isWhole: boolean;
}

type Limits = Pick<Source['object'], 'holdCount' | 'holdPercent'>;

/** The most people that a run changes or blocks without approval. */
export const holdLimit = ({ holdCount, holdPercent }: Limits, people: number): number =>
  Math.max(holdCount, Math.floor((people * holdPercent) / 100));

/** Says why a plan needs the approval of a person. New people harm nobody. */
export function holdReason(limits: Limits, { counts, people, isWhole }: Plan): HoldReason | undefined {
  if (isWhole && counts.read === 0 && people > 0) return 'nobody-found';
  const touched = counts.change + counts.disable + counts.purge;
  return touched > holdLimit(limits, people) ? 'over-limit' : undefined;
}
