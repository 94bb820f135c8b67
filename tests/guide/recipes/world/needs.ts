import { existsSync } from 'node:fs';
import { LeftOut } from '../../../harness/runner/left-out.ts';

/** Files of Debian's packages. Where one is missing, the tests are skipped, and the run says which. */
export function needs(packages: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packages).filter(([, file]) => !existsSync(file));
  if (missing.length > 0)
    throw new LeftOut(
      `${missing.map(([, file]) => file).join(', ')} missing; on Debian: apt-get install ${missing.map(([name]) => name).join(' ')}.`,
    );
}
