export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** The number of failures with a retry. */
  retried?: number;
  /** A note for the reader, such as the reason for skipped tests. */
  note?: string;
}

export interface Result extends Outcome {
  title: string;
  seconds: number;
}

/** One row for each step. */
export function summary(results: Result[]): string {
  const width = Math.max(...results.map(({ title }) => title.length));
  return results
    .map(({ title, seconds, failed, retried = 0, note }) => {
      const state = failed > 0 ? 'FAILED' : note ? 'see note' : 'ok';
      const retries = retried > 0 ? `, ${retried} ${retried === 1 ? 'retry' : 'retries'}` : '';
      return `${title.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${state}${retries}${note ? `: ${note}` : ''}`;
    })
    .join('\n');
}

/** Counts the tests. A step without tests counts only if it fails, so "0 failed" and exit code 0 mean the same. */
export function plainLine(results: Result[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
