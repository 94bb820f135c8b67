import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The tombstones of a folder, in one file. */
export class FolderTombstones {
  readonly #path: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<Map<string, string>> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  }

  /** One after the other, because each write replaces the file. */
  write(uid: string, text: string | undefined): Promise<void> {
    const written = this.#last.then(async () => {
      const stones = await this.read();
      if (text === undefined) stones.delete(uid);
      else stones.set(uid, text);
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await writeFile(`${this.#path}.new`, JSON.stringify(Object.fromEntries(stones)), { mode: 0o600 });
      await rename(`${this.#path}.new`, this.#path);
    });
    this.#last = written.catch(() => undefined);
    return written;
  }
}
