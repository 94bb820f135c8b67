import type { Outcome } from './summary.ts';

/** The environment variable with the file that `reporter.ts` writes. */
export const reportSetting = 'DOORWRIGHT_TEST_REPORT';

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
  setUpRetries: string[];
  tests: ReportedTest[];
}

export interface Report {
  files: ReportedFile[];
}

const listed = 10;

/** Counts the tests. A file that failed without a failed test, for instance because it did not load, counts as one. */
export function countReport({ files }: Report, exitCode: number): Outcome & { leftOut: string[] } {
  const tests = files.flatMap((file) => file.tests);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failedTests = tests.filter(({ status }) => status === 'failed').length;
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.tests.some(({ status }) => status === 'failed'),
  ).length;
  // Vitest also fails a run for errors that belong to no test, such as an unhandled rejection.
  const failed = Math.max(failedTests + brokenFiles, exitCode === 0 ? 0 : 1);
  const skipped = tests.length - passed - failedTests;
  const retried = retriesOf({ files }).length;
  return { passed, failed, skipped, ...(retried > 0 && { retried }), leftOut: leftOutOf({ files }) };
}

/** One line for each retry: the file, the test and the failure before it. */
export function retriesOf({ files }: Report): string[] {
  return files.flatMap(({ name, setUpRetries, tests }) => [
    ...setUpRetries.map((message) => `${name}: its set-up: ${message}`),
    ...tests.flatMap(({ fullName, retries = [] }) => retries.map((message) => `${name}: ${fullName}: ${message}`)),
  ]);
}

/** One line for each file with skipped tests, with the reason. */
function leftOutOf({ files }: Report): string[] {
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

/** The slowest files and every retry, as `npm test` prints them after the tests. */
export function reportLines({ files }: Report): string[] {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, listed);
  const retries = retriesOf({ files });
  return [
    ...(slowest.length > 0 ? ['Slowest files:'] : []),
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
    retries.length > 0 ? `Retries: ${retries.length}. A retry is a failure: mend its cause.` : 'Retries: none.',
    ...retries.map((line) => `  ${line}`),
  ];
}
