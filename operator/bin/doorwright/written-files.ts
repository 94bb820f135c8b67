import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Only the caller reads the files: they have digests of passwords and secrets of apps. */
const ownOnly = 0o600;

/** Files below a folder, of which a program writes one after the other and comes back to the first. Few are open at a time. */
export class WrittenFiles {
  readonly #folder: string;
  readonly #open = new Map<string, FileHandle>();
  readonly names = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(name: string, text: string): Promise<void> {
    const file = this.#open.get(name) ?? (await this.#begin(name));
    await file.appendFile(text);
  }

  async close(): Promise<void> {
    for (const file of this.#open.values()) await file.close();
    this.#open.clear();
  }

  async #begin(name: string): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true });
    const [, ...others] = this.#open.keys();
    for (const each of others) {
      await this.#open.get(each)?.close();
      this.#open.delete(each);
    }
    const file = await open(join(this.#folder, name), this.names.has(name) ? 'a' : 'w', ownOnly);
    this.#open.set(name, file);
    this.names.add(name);
    return file;
  }
}
