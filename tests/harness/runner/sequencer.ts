import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Report, reportFile } from '../../bin/report.ts';

/** Before the first run of a clone: these files start a cluster or open pages, and take longest. */
const long = /^tests\/(conformance|console|helm|operator|portal)\//;
const guessedSeconds = 30;

/** The seconds of each file in the last run of this clone. */
function measured(root: string): Map<string, number> {
  try {
    const { files }: Report = JSON.parse(readFileSync(join(root, reportFile), 'utf8'));
    return new Map(files.map(({ name, seconds }) => [name, seconds]));
  } catch {
    return new Map();
  }
}

/** Runs the long files first. A long file at the end would leave the other workers without work. */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const seconds = measured(root);
    const expected = ({ moduleId }: TestSpecification) => {
      const name = relative(root, moduleId);
      return seconds.get(name) ?? (long.test(name) ? guessedSeconds : 0);
    };
    return (await super.sort(files)).toSorted((one, other) => expected(other) - expected(one));
  }
}
