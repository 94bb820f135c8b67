import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These files start a cluster or a browser, and take up to two minutes. */
const long = /^tests\/(conformance|console|helm|operator|portal)\//;

/** Runs the long files first. A long file at the end would leave the other workers without work. */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.test(relative(this.ctx.config.root, moduleId));
    const { yes = [], no = [] } = Object.groupBy(await super.sort(files), (file) => (isLong(file) ? 'yes' : 'no'));
    return [...yes, ...no];
  }
}
