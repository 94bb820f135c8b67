import { describe, expect, test } from 'vitest';
import { countReport, type ReportedFile, reportLines } from '../../bin/report.ts';
import { plainLine, type Result, summary } from '../../bin/summary.ts';

const file = (status: string, ...tests: string[]): ReportedFile => ({
  name: 'a.test.ts',
  status,
  seconds: 1,
  setUpRetries: [],
  tests: tests.map((test, index) => ({ fullName: `test ${index}`, status: test })),
});

describe('the counts of a run', () => {
  test('are the counts of its tests', () => {
    const report = { files: [file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed', 'pending')] };
    expect(countReport(report, 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
      leftOut: ['a.test.ts: test 2', 'a.test.ts: test 1'],
    });
  });

  test('contain a failure for a file that could not be loaded', () => {
    expect(countReport({ files: [file('failed'), file('passed', 'passed')] }, 1)).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  test('contain a failure if only the run as a whole failed', () => {
    expect(countReport({ files: [file('passed', 'passed')] }, 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(countReport({ files: [] }, 1)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('18.5 contain the retries of tests and set-ups, and the reason for each skipped test', () => {
    const retried: ReportedFile = {
      ...file('passed'),
      setUpRetries: ['port taken'],
      tests: [{ fullName: 'test 0', status: 'passed', retries: ['too slow'] }],
    };
    const without = { ...file('skipped'), tests: [{ fullName: 'b', status: 'skipped', leftOut: 'no helm' }] };
    expect(countReport({ files: [retried, without] }, 0)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 1,
      retried: 2,
      leftOut: ['a.test.ts (1 of 1): no helm'],
    });
    expect(reportLines({ files: [retried] })).toEqual([
      'Slowest files:',
      '     1.0 s  a.test.ts',
      'Retries: 2. A retry is a failure: mend its cause.',
      '  a.test.ts: its set-up: port taken',
      '  a.test.ts: test 0: too slow',
    ]);
  });

  test('18.5 come with the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ ...file('passed'), seconds: index }));
    const lines = reportLines({ files });
    expect(lines.slice(0, 2)).toEqual(['Slowest files:', '    11.0 s  a.test.ts']);
    expect(lines.slice(10)).toEqual(['     2.0 s  a.test.ts', 'Retries: none.']);
  });
});

describe('the end of npm test', () => {
  const results: Result[] = [
    { title: 'Types', seconds: 1.25, passed: 0, failed: 0, skipped: 0 },
    { title: 'Lint', seconds: 0.5, passed: 0, failed: 1, skipped: 0 },
    { title: 'Tests', seconds: 61, passed: 40, failed: 0, skipped: 2, retried: 1, note: 'not run: a; b' },
  ];

  test('is one line that counts every failed step', () => {
    expect(plainLine(results)).toBe('40 passed, 1 failed, 2 skipped');
  });

  test('has a row for each step and names skipped tests', () => {
    expect(summary(results).split('\n')).toEqual([
      'Types     1.3 s  ok',
      'Lint      0.5 s  FAILED',
      'Tests    61.0 s  see note, 1 retry: not run: a; b',
    ]);
  });
});
