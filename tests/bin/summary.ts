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
  processorSeconds: number;
}

const retriesOf = (retried: number): string => `${retried} ${retried === 1 ? 'retry' : 'retries'}`;

/** One row for each step. */
export function summary(results: Result[]): string {
  const width = Math.max(...results.map(({ title }) => title.length));
  return results
    .map(({ title, seconds, processorSeconds, failed, retried = 0, note }) => {
      const state = failed > 0 ? 'FAILED' : note ? 'see note' : 'ok';
      const times = `${seconds.toFixed(1).padStart(6)} s  ${processorSeconds.toFixed(1).padStart(6)} s of processor time`;
      const retries = retried > 0 ? `, ${retriesOf(retried)}` : '';
      return `${title.padEnd(width)}  ${times}  ${state}${retries}${note ? `: ${note}` : ''}`;
    })
    .join('\n');
}

/** Counts the tests. A step without tests counts only if it fails, so "0 failed" and exit code 0 mean the same. */
export function plainLine(results: Result[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}

/** What the run took, of its budget in minutes, and its counts. */
export function lastLines(results: Result[], processorSeconds: number, budget?: number): string[] {
  const minutes = processorSeconds / 60;
  const retried = results.reduce((total, result) => total + (result.retried ?? 0), 0);
  return [
    `processor time: ${minutes.toFixed(1)} minutes`,
    ...(budget !== undefined && minutes > budget
      ? [`This run is past its budget of ${budget} minutes: the report of its files names the dearest.`]
      : []),
    `${retried} retries`,
    plainLine(results),
  ];
}
