import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Folder {
  path: string;
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

/** A folder for files of other products. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'doorwright-transfer-'));
  return {
    path,
    write: (name, content) => {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
