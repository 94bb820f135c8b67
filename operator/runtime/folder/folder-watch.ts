import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells that something below a folder has changed. Each folder is watched by itself: on Linux node's own recursive watching follows
 * the files, and hears no more of one that an editor or git has put another in the place of.
 */
export class FolderWatch {
  readonly #root: string;
  readonly #onChange: () => void;
  #watchers: FSWatcher[] = [];

  constructor(root: string, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Watches the folders that there are now; no change between those of before and these is missed. */
  renew(): void {
    const before = this.#watchers;
    this.#watchers = [];
    try {
      this.#follow(this.#root);
    } finally {
      for (const watcher of before) watcher.close();
    }
  }

  close(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }

  #follow(dir: string): void {
    const watcher = watch(dir, this.#onChange);
    // It may go at any time, which is a change of the one around it.
    watcher.on('error', () => watcher.close());
    this.#watchers.push(watcher);
    // After that, so that a folder which is made meanwhile is either found or told of.
    for (const entry of readdirSync(dir, { withFileTypes: true }))
      if (entry.isDirectory() && !entry.name.startsWith('.')) this.#follow(join(dir, entry.name));
  }
}
