import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countReport, type Report, reportLines, reportSetting } from './report.ts';
import type { StepContext } from './steps.ts';
import type { Outcome } from './summary.ts';

export async function runTests({ run, filters, isCi }: StepContext): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'doorwright-report-'));
  try {
    const file = join(folder, 'report.json');
    process.env[reportSetting] = file;
    const exitCode = await run('vitest', 'run', '--reporter=default', '--reporter=./tests/bin/reporter.ts', ...filters);
    const report = await readReport(file);
    process.stdout.write(`\n${reportLines(report).join('\n')}\n`);
    const { leftOut, ...counts } = countReport(report, exitCode);
    if (report.files.length === 0 && counts.failed === 0) return { ...counts, note: noTest };
    if (leftOut.length === 0) return counts;
    const note = `not run:\n  ${leftOut.join('\n  ')}`;
    return { ...counts, failed: isCi ? Math.max(counts.failed, 1) : counts.failed, note };
  } finally {
    delete process.env[reportSetting];
    await rm(folder, { recursive: true, force: true });
  }
}

/** With `--changed`, vitest succeeds without any test. */
const noTest =
  'no test imports what changed. Name the tests that reach it through a process or a file, such as npm test -- tests/operator.';

/** A run that fails before its first test leaves no report, but an exit code. */
async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return { files: [] };
  }
}
