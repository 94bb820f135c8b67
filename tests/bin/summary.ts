export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** How many failures a retry followed. */
  retried?: number;
  /** What a reader of the summary should know, such as why something was not run. */
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

/** Tests are counted; a step without tests shows here only if it fails, so that "0 failed" and exit code 0 mean the same. */
export function plainLine(results: Result[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
