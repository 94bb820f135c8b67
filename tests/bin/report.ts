import type { Outcome } from './summary.ts';

/** The part of vitest's JSON report that is read here. */
export interface Report {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Counts what ran. A file that failed without a failed test, for instance because it could not be loaded, counts as one. */
export function countReport({ testResults }: Report, exitCode: number): Outcome & { skippedTests: string[] } {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failedTests = tests.filter(({ status }) => status === 'failed').length;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  // Vitest also fails a run for what belongs to no test, such as an unhandled rejection.
  const failed = Math.max(failedTests + brokenFiles, exitCode === 0 ? 0 : 1);
  const skippedTests = tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
  return { passed, failed, skipped: skippedTests.length, skippedTests };
}
