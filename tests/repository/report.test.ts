import { describe, expect, test } from 'vitest';
import { countReport } from '../bin/report.ts';
import { plainLine, type Result, summary } from '../bin/summary.ts';

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((test, index) => ({ fullName: `test ${index}`, status: test })),
});

describe('the counts of a run', () => {
  test('are those of its tests', () => {
    const report = { testResults: [file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed', 'todo')] };
    expect(countReport(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2, skippedTests: ['test 2', 'test 1'] });
  });

  test('have a failure for a file that could not be loaded', () => {
    expect(countReport({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  test('have a failure where only the run as a whole failed', () => {
    expect(countReport({ testResults: [file('passed', 'passed')] }, 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(countReport({ testResults: [] }, 1)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('the end of npm test', () => {
  const results: Result[] = [
    { title: 'Types', seconds: 1.25, passed: 0, failed: 0, skipped: 0 },
    { title: 'Lint', seconds: 0.5, passed: 0, failed: 1, skipped: 0 },
    { title: 'Tests', seconds: 61, passed: 40, failed: 0, skipped: 2, note: 'not run: a; b' },
  ];

  test('is one plain line that a failed step cannot hide from', () => {
    expect(plainLine(results)).toBe('40 passed, 1 failed, 2 skipped');
  });

  test('has a row per step and says what was not run', () => {
    expect(summary(results).split('\n')).toEqual([
      'Types     1.3 s  ok',
      'Lint      0.5 s  FAILED',
      'Tests    61.0 s  see note: not run: a; b',
    ]);
  });
});
