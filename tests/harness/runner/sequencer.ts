import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where a file starts a cluster or a browser, and takes up to two minutes. */
const long = /^tests\/(conformance|console|helm|operator|portal)\//;

/** The long files first: one that begins last would leave all workers but its own without work. */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.test(relative(this.ctx.config.root, moduleId));
    const { yes = [], no = [] } = Object.groupBy(await super.sort(files), (file) => (isLong(file) ? 'yes' : 'no'));
    return [...yes, ...no];
  }
}
