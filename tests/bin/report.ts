import { join } from 'node:path';
import type { Outcome } from './summary.ts';

/** The environment variable with the file that `reporter.ts` writes. */
export const reportSetting = 'DOORWRIGHT_TEST_REPORT';

/** The report of the last run of `npm test`, relative to the repository. */
export const reportFile = join('node_modules', '.cache', 'doorwright-tests', 'report.json');

export interface ReportedTest {
  fullName: string;
  status: string;
  /** The first line of each failure that a retry followed. */
  retries?: string[];
  /** The reason why a test did not run. */
  leftOut?: string;
}

export interface ReportedFile {
  name: string;
  status: string;
  seconds: number;
  /** Of the worker that ran it, and of what that started. */
  processorSeconds: number;
  setUpRetries: string[];
  tests: ReportedTest[];
}

export interface Report {
  files: ReportedFile[];
  /** Of the whole run, with what its files share, such as Postgres. */
  processorSeconds: number;
}

/** Counts the tests. A file that failed without a failed test, for instance because it did not load, counts as one. */
export function countReport({ files }: Pick<Report, 'files'>, exitCode: number): Outcome & { leftOut: string[] } {
  const tests = files.flatMap((file) => file.tests);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failedTests = tests.filter(({ status }) => status === 'failed').length;
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.tests.some(({ status }) => status === 'failed'),
  ).length;
  // Vitest also fails a run for errors that belong to no test, such as an unhandled rejection.
  const failed = Math.max(failedTests + brokenFiles, exitCode === 0 ? 0 : 1);
  const skipped = tests.length - passed - failedTests;
  const retried = retriesOf(files).length;
  return { passed, failed, skipped, ...(retried > 0 && { retried }), leftOut: leftOutOf(files) };
}

/** One line for each retry: the file, the test and the failure before it. */
export function retriesOf(files: ReportedFile[]): string[] {
  return files.flatMap(({ name, setUpRetries, tests }) => [
    ...setUpRetries.map((message) => `${name}: its set-up: ${message}`),
    ...tests.flatMap(({ fullName, retries = [] }) => retries.map((message) => `${name}: ${fullName}: ${message}`)),
  ]);
}

/** One line for each file with skipped tests, with the reason. */
function leftOutOf(files: ReportedFile[]): string[] {
  return files.flatMap(({ name, tests }) => {
    const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
    const reasons = Object.groupBy(skipped, ({ leftOut }) => leftOut ?? '');
    return Object.entries(reasons).map(([reason, those = []]) =>
      reason
        ? `${name} (${those.length} of ${tests.length}): ${reason}`
        : `${name}: ${those.map(({ fullName }) => fullName).join('; ')}`,
    );
  });
}
