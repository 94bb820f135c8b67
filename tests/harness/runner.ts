import { type RunnerTestSuite, TestRunner, type TestTryOptions } from 'vitest';

type Task = Parameters<TestRunner['onBeforeTryTask']>[0];

/** The file of a test and the groups that it stands in, from the outermost. */
function groupsOf({ suite, file }: Task): RunnerTestSuite[] {
  const groups: RunnerTestSuite[] = [];
  for (let group = suite; group; group = group.suite) if (group.id !== file.id) groups.unshift(group);
  return [file, ...groups];
}

/** Ends what the file and its groups set up for their tests, and sets it up anew. */
async function renewWorld(test: Task): Promise<void> {
  const groups = groupsOf(test);
  // A failed try may have left little to end; what is wrong with an end is told by the last one.
  for (const group of groups.toReversed())
    for (const end of TestRunner.getSuiteHooks(group).afterAll.toReversed())
      await (async () => end(group))().catch(() => {});
  for (const group of groups) for (const begin of TestRunner.getSuiteHooks(group).beforeAll) await begin(group);
}

/**
 * A test that is tried again starts in a new world, so that it meets no name, code or limit that its first try left.
 * With DOORWRIGHT_TEST_TWICE every test has to show that: it passes, is told that it failed, and must pass once more.
 */
export default class Runner extends TestRunner {
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
