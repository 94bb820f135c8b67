import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells that something below a folder has changed. Each folder is watched by itself: on Linux node's own recursive watching follows
 * the files, and hears no more of one that an editor or git has put another in the place of.
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
   * Watches the folders that there are now; no change between those of before and these is missed. That the system watches no more
   * of them is told once: it is no reason not to read.
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

  /** Answers the folders in it. One that is not there any more has none, and who is around it hears of that. */
  #watchOne(dir: string): string[] {
    try {
      const watcher = watch(dir, this.#onChange);
      watcher.on('error', () => watcher.close());
      this.#watchers.push(watcher);
      // After that, so that a folder which is made meanwhile is either found or told of.
      const entries = readdirSync(dir, { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
