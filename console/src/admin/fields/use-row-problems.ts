import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { isTyped, type Problem, within } from './problem.ts';

/** Where the rows of a changed table were before. Undefined for a new row, and for a row whose error is corrected. */
export type Origins = readonly (number | undefined)[];

interface Kept {
  /** The server's errors that these remain of. */
  from: Problem | undefined;
  value: string;
  problem: Problem;
  submits: number;
}

/**
 * The form drops all errors of a field when it changes. A table keeps those of its other rows, and each moves with its row, until the
 * next save.
 */
export function useRowProblems(problem: Problem | undefined, value: unknown) {
  const { submitCount } = useFormContext().formState;
  const [kept, keep] = useState<Kept>();
  const isCurrent =
    kept?.submits === submitCount &&
    (problem === undefined || problem === kept.from) &&
    kept.value === JSON.stringify(value);
  const shown = kept && isCurrent ? kept.problem : problem;
  const carry = (next: readonly unknown[], origins: Origins) => {
    if (!shown || isTyped(shown)) return;
    const moved = origins.flatMap((before, index) => {
      const own = before === undefined ? undefined : within(shown, before);
      return own ? [[index, own] as const] : [];
    });
    keep({ from: problem, value: JSON.stringify(next), problem: Object.fromEntries(moved), submits: submitCount });
  };
  return [shown, carry] as const;
}
