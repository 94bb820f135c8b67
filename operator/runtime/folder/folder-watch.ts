import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Reports changes below a folder. It watches each folder by itself: on Linux, the recursive watch of node follows files, and
 * misses a file that an editor or git replaces.
 */
export class FolderWatch {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #onUnwatched: (error: unknown) => void;
  #watchers: FSWatcher[] = [];
  #isTold = false;

  constructor(root: string, onChange: () => void, onUnwatched: (error: unknown) => void) {
    this.#root = root;
    this.#onChange = onChange;
    this.#onUnwatched = onUnwatched;
  }

  /**
   * Watches the present folders without missing changes. If the system refuses more watches, a line says so once, and reading goes
   * on.
   */
  renew(): void {
    const before = this.#watchers;
    this.#watchers = [];
    try {
      this.#follow(this.#root);
    } catch (error) {
      if (!this.#isTold) this.#onUnwatched(error);
      this.#isTold = true;
    } finally {
      for (const watcher of before) watcher.close();
    }
  }

  close(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }

  #follow(dir: string): void {
    for (const folder of this.#watchOne(dir)) this.#follow(join(dir, folder));
  }

  /** Returns the folders in it. A missing folder has none, and its parent reports that. */
  #watchOne(dir: string): string[] {
    try {
      const watcher = watch(dir, this.#onChange);
      watcher.on('error', () => watcher.close());
      this.#watchers.push(watcher);
      // Afterwards, so that a new folder is either found or reported.
      const entries = readdirSync(dir, { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
