import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type ReportedFile, type ReportedTest, reportSetting } from './report.ts';

const firstLine = (text = '') => text.split('\n', 1)[0] as string;

function reportTest(test: TestCase): ReportedTest {
  const { state, errors } = test.result();
  const retries = test.diagnostic()?.retryCount ?? 0;
  return {
    fullName: test.fullName,
    status: state,
    ...(retries > 0 && { retries: errors?.slice(0, retries).map(({ message }) => firstLine(message)) ?? [] }),
    ...(test.meta().leftOut && { leftOut: test.meta().leftOut }),
  };
}

function reportFile(module: TestModule): ReportedFile {
  const { duration, collectDuration } = module.diagnostic();
  return {
    name: module.relativeModuleId,
    status: module.state(),
    seconds: (duration + collectDuration) / 1000,
    processorSeconds: module.meta().processorSeconds ?? 0,
    setUpRetries: module.meta().setUpRetries ?? [],
    tests: [...module.children.allTests()].map(reportTest),
  };
}

/** Writes for `npm test` what vitest's own JSON lacks: the time of set-ups, retries, and the reasons for skipped tests. */
export default class implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const file = process.env[reportSetting];
    if (file) writeFileSync(file, JSON.stringify({ files: modules.map(reportFile) }));
  }
}
