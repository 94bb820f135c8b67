import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countReport, type Report, reportSetting } from '../../bin/report.ts';
import { reportLines } from '../../bin/report-lines.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const harness = join(root, 'tests', 'harness');

const config = `export default { test: {
  include: ['*.test.ts'],
  runner: ${JSON.stringify(join(harness, 'runner', 'runner.ts'))},
  retry: 1,
} };`;

const head = `
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LeftOut } from ${JSON.stringify(join(harness, 'runner', 'left-out.ts'))};
let tries = 0;
`;

const files = {
  'flaky.test.ts': `${head}
test('is quick', () => { expect(++tries).toBe(2); });
test('is wrong', () => { expect('this').toBe('that'); });`,
  'set-up.test.ts': `${head}
beforeAll(() => { if (++tries === 1) throw new Error('the port is taken'); });
test('has its world', () => { expect(tries).toBe(2); });`,
  'lacks-world.test.ts': `${head}
let world;
beforeAll(() => { throw new LeftOut('no cluster here'); });
afterAll(() => world.stop());
test('needs it', () => {});
describe('a group', () => { test('needs it too', () => {}); });`,
  'lacks-program.test.ts': `${head}
test('needs a program', () => { throw new LeftOut('no helm here'); });
test('needs none', () => {});`,
};

let top: string;
let report: Report;

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'doorwright-retry-'));
  symlinkSync(join(root, 'node_modules'), join(top, 'node_modules'));
  for (const [name, text] of Object.entries({ ...files, 'vitest.config.mjs': config }))
    writeFileSync(join(top, name), text);
  const file = join(top, 'report.json');
  const args = ['run', '--root', top, `--reporter=${join(root, 'tests', 'bin', 'reporter.ts')}`];
  const env = { ...process.env, [reportSetting]: file, DOORWRIGHT_TEST_TWICE: '' };
  // It fails, because one of the tests does.
  await promisify(execFile)(join(root, 'node_modules', '.bin', 'vitest'), args, { cwd: top, env }).catch(() => {});
  report = JSON.parse(readFileSync(file, 'utf8'));
});
afterAll(() => rmSync(top, { recursive: true }));

test('18.5 a test and a set-up are retried once, and each retry is listed with the failure before it', () => {
  const lines = reportLines(report);
  expect(lines).toContain('Retries: 3. A retry is a failure: mend its cause.');
  expect(lines).toContain('  flaky.test.ts: is quick: expected 1 to be 2 // Object.is equality');
  expect(lines).toContain("  flaky.test.ts: is wrong: expected 'this' to be 'that' // Object.is equality");
  expect(lines).toContain('  set-up.test.ts: its set-up: the port is taken');
});

test('18.5 only a test that needs a missing part is skipped, with a reason', () => {
  expect(countReport(report, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 3,
    retried: 3,
    leftOut: expect.arrayContaining([
      'lacks-world.test.ts (2 of 2): no cluster here',
      'lacks-program.test.ts (1 of 2): no helm here',
    ]),
  });
});
