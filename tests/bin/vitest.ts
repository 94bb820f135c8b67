import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { countReport, type Report, reportFile, reportSetting } from './report.ts';
import { reportLines } from './report-lines.ts';
import type { StepContext } from './steps.ts';
import type { Outcome } from './summary.ts';

export async function runTests({ run, filters, isCi, processorClock }: StepContext): Promise<Outcome> {
  const before = processorClock();
  const file = resolve(reportFile);
  await mkdir(dirname(file), { recursive: true });
  await rm(file, { force: true });
  process.env[reportSetting] = file;
  const exitCode = await run('vitest', 'run', '--reporter=default', '--reporter=./tests/bin/reporter.ts', ...filters);
  delete process.env[reportSetting];
  const report = { ...(await readReport(file)), processorSeconds: processorClock() - before };
  await writeFile(file, JSON.stringify(report));
  process.stdout.write(`\n${reportLines(report).join('\n')}\n`);
  const { leftOut, ...counts } = countReport(report, exitCode);
  if (report.files.length === 0 && counts.failed === 0) return { ...counts, note: noTest };
  if (leftOut.length === 0) return counts;
  const note = `not run:\n  ${leftOut.join('\n  ')}`;
  return { ...counts, failed: isCi ? Math.max(counts.failed, 1) : counts.failed, note };
}

/** With `--changed`, vitest succeeds without any test. */
const noTest =
  'no test imports what changed. Name the tests that reach it through a process or a file, such as npm test -- tests/operator.';

/** A run that fails before its first test leaves no report, but an exit code. */
async function readReport(file: string): Promise<Pick<Report, 'files'>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return { files: [] };
  }
}
