import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tierSetting } from '../../harness/runner/tier.ts';

/** Tests with a size from `tests/harness/database/size.ts`. They check the same for many objects as for few. */
const files: Record<string, string> = {
  T9: 'tests/operator/recovery/crash.test.ts',
  T10: 'tests/operator/objects/deletion.test.ts',
  T11: 'tests/operator/recovery/recovery.test.ts',
  T12: 'tests/operator/secrets/rotation-load.test.ts',
  T14: 'tests/operator/tenancy/cluster.test.ts',
  T16: 'tests/operator/runtime/fairness.test.ts',
  T17: 'tests/helm/versions/versions.test.ts',
  T19: 'tests/operator/secrets/planted.test.ts',
  T20: 'tests/operator/objects/order.test.ts',
};

/** Returns the names of the failed tests. */
export async function inFullSize(isAsked: (test: string) => boolean): Promise<string[]> {
  const failed: string[] = [];
  for (const [test, file] of Object.entries(files).filter(([test]) => isAsked(test))) {
    console.log(`\n${test} …`);
    const env = { ...process.env, [tierSetting]: 'all' };
    const args = ['run', '--reporter=verbose', '--retry=0', '-t', `${test}( |:)`, file];
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { stdio: 'inherit', env });
    const [code] = await once(child, 'exit');
    if (code !== 0) failed.push(`${test} (${file})`);
  }
  return failed;
}
