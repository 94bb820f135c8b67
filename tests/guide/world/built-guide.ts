import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from '../../harness/control-plane/lock.ts';
import { guide } from './pages.ts';

const repository = join(import.meta.dirname, '..', '..', '..');

/** The folder of the built guide. Test files that start together would overwrite each other's build. */
export async function builtGuide(): Promise<string> {
  await withFileLock(join(tmpdir(), 'doorwright-console-build.lock'), () =>
    promisify(execFile)(process.execPath, [join(repository, 'api', 'process', 'bin', 'build-console.ts')]),
  );
  return join(guide, 'dist');
}
