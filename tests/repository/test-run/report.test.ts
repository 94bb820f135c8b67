import { describe, expect, test } from 'vitest';
import { countReport, type ReportedFile } from '../../bin/report.ts';
import { reportLines } from '../../bin/report-lines.ts';
import { lastLines, type Result, summary } from '../../bin/summary.ts';

const file = (status: string, ...tests: string[]): ReportedFile => ({
  name: 'tests/a/a.test.ts',
  status,
  seconds: 1,
  processorSeconds: 2,
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
      leftOut: ['tests/a/a.test.ts: test 2', 'tests/a/a.test.ts: test 1'],
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
      leftOut: ['tests/a/a.test.ts (1 of 1): no helm'],
    });
    expect(reportLines({ files: [retried], processorSeconds: 2 }).slice(-3)).toEqual([
      'Retries: 2. A retry is a failure: mend its cause.',
      '  tests/a/a.test.ts: its set-up: port taken',
      '  tests/a/a.test.ts: test 0: too slow',
    ]);
  });

  test('34 come with the processor time of each folder and of the ten most expensive files, the most expensive first', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({
      ...file('passed'),
      name: `tests/${index === 0 ? 'b' : 'a'}/${index}.test.ts`,
      processorSeconds: index + 1,
    }));
    const lines = reportLines({ files, processorSeconds: 90 });
    expect(lines).toHaveLength(16);
    expect(lines.slice(0, 6)).toEqual([
      'Processor time of each folder:',
      '    77.0 s  tests/a (11 files)',
      '    12.0 s  shared by all files: Postgres, the cluster, the test runner',
      '     1.0 s  tests/b (1 files)',
      'Processor time of the dearest files (all: node_modules/.cache/doorwright-tests/report.json):',
      '    12.0 s  tests/a/11.test.ts, in 1.0 s',
    ]);
    expect(lines.at(-1)).toBe('Retries: none.');
  });
});

describe('the end of npm test', () => {
  const results: Result[] = [
    { title: 'Types', seconds: 1.25, processorSeconds: 2, passed: 0, failed: 0, skipped: 0 },
    { title: 'Lint', seconds: 0.5, processorSeconds: 1, passed: 0, failed: 1, skipped: 0 },
    {
      title: 'Tests',
      seconds: 61,
      processorSeconds: 117,
      passed: 40,
      failed: 0,
      skipped: 2,
      retried: 1,
      note: 'no helm',
    },
  ];

  test('has a row for each step and names skipped tests', () => {
    expect(summary(results).split('\n')).toEqual([
      'Types     1.3 s     2.0 s of processor time  ok',
      'Lint      0.5 s     1.0 s of processor time  FAILED',
      'Tests    61.0 s   117.0 s of processor time  see note, 1 retry: no helm',
    ]);
  });

  test('34 tells the processor time and the retries, and counts every failed step', () => {
    expect(lastLines(results, 123, 40)).toEqual([
      'processor time: 2.0 minutes',
      '1 retries',
      '40 passed, 1 failed, 2 skipped',
    ]);
  });

  test('34 tells that a run is past its budget', () => {
    expect(lastLines([], 2490, 40)).toEqual([
      'processor time: 41.5 minutes',
      'This run is past its budget of 40 minutes: the report of its files names the dearest.',
      '0 retries',
      '0 passed, 0 failed, 0 skipped',
    ]);
  });
});
