import {
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  type TestTryOptions,
} from 'vitest';
import { isLeftOut } from './left-out.ts';
import { startProcessorClock } from './processor-clock.ts';

const processorClock = startProcessorClock();

type Task = Parameters<TestRunner['onBeforeTryTask']>[0];

/** The file of a test and its groups, from the outermost. */
function groupsOf({ suite, file }: Task): RunnerTestSuite[] {
  const groups: RunnerTestSuite[] = [];
  for (let group = suite; group; group = group.suite) if (group.id !== file.id) groups.unshift(group);
  return [file, ...groups];
}

async function end(group: RunnerTestSuite): Promise<void> {
  // After a failed try, the clean-up may lack parts that it needs. Only the clean-up after the last try reports errors.
  for (const hook of TestRunner.getSuiteHooks(group).afterAll.toReversed())
    await (async () => hook(group))().catch(() => {});
}

/** Ends the worlds of the file and its groups, and sets them up again. */
async function renewWorld(test: Task): Promise<void> {
  const groups = groupsOf(test);
  for (const group of groups.toReversed()) await end(group);
  for (const group of groups) for (const begin of TestRunner.getSuiteHooks(group).beforeAll) await begin(group);
}

/** Skips the tests of a group and its hooks, with a reason. */
function leaveOut(group: RunnerTestSuite, reason: string): void {
  const { beforeAll, afterAll } = TestRunner.getSuiteHooks(group);
  beforeAll.length = 0;
  afterAll.length = 0;
  for (const task of group.tasks) {
    if (task.type === 'suite') leaveOut(task, reason);
    else {
      task.mode = 'skip';
      task.meta.leftOut = reason;
    }
  }
}

function noteSetUpRetry(group: RunnerTestSuite, error: unknown): void {
  const [message = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  const { meta } = group.file;
  meta.setUpRetries = [...(meta.setUpRetries ?? []), message];
}

/** Retries the set-up of a group as its tests are retried, because they would fail without it. */
function retryBegin(group: RunnerTestSuite, retries: number): void {
  const { beforeAll } = TestRunner.getSuiteHooks(group);
  const begins = [...beforeAll];
  const begin = async () => {
    for (let retry = 0; ; retry++) {
      try {
        const cleanups: unknown[] = [];
        for (const each of begins) cleanups.push(await each(group));
        return async () => {
          for (const cleanup of cleanups.reverse()) if (typeof cleanup === 'function') await cleanup();
        };
      } catch (error) {
        if (isLeftOut(error)) {
          await end(group);
          return leaveOut(group, error.message);
        }
        if (retry >= retries) throw error;
        noteSetUpRetry(group, error);
        console.warn(`Setting up ${group.name} is tried again:`, error);
        await end(group);
      }
    }
  };
  if (begins.length > 0) beforeAll.splice(0, begins.length, begin);
  for (const inner of group.tasks) if (inner.type === 'suite') retryBegin(inner, retries);
}

/**
 * A retried test starts in a new world, without the names, codes and limits of its first try. A test that needs a missing part
 * of the machine is skipped with a reason. DOORWRIGHT_TEST_TWICE checks this: every test passes, counts as failed, and must pass
 * again.
 */
export default class Runner extends TestRunner {
  #secondsBefore = 0;

  onBeforeCollect(): void {
    this.#secondsBefore = processorClock();
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (suite === suite.file) suite.file.meta.processorSeconds = processorClock() - this.#secondsBefore;
  }

  onCollected(files: RunnerTestFile[]): void {
    const { retry = 0 } = this.config;
    for (const file of files) retryBegin(file, typeof retry === 'number' ? retry : (retry.count ?? 0));
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    try {
      await TestRunner.getTestFn(test)();
    } catch (error) {
      if (!isLeftOut(error)) throw error;
      test.meta.leftOut = error.message;
      test.context.skip(error.message);
    }
  }

  override async onBeforeTryTask(test: Task, options: TestTryOptions): Promise<void> {
    if (options.retry > 0) await renewWorld(test);
    super.onBeforeTryTask(test, options);
  }

  override onAfterTryTask(
    test: Parameters<TestRunner['onAfterTryTask']>[0],
    { retry }: TestTryOptions = { retry: 0, repeats: 0 },
  ): void {
    super.onAfterTryTask(test);
    if (retry === 0 && process.env.DOORWRIGHT_TEST_TWICE) throw new Error('A first try that passed');
  }
}
