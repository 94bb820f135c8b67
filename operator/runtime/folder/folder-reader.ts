import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { type ReadFolder, readManifests, type Validate } from './folder-documents.ts';
import { stampOf } from './folder-files.ts';
import { FolderWatch } from './folder-watch.ts';

export interface FolderReaderOptions {
  dir: string;
  clock: Clock;
  validate: Validate;
  onRead: (found: ReadFolder) => void;
  onFailed: (error: unknown) => void;
  onUnwatched: (error: unknown) => void;
}

/** Editors and git write in several steps, and files are incomplete in between. */
const settleMs = 50;

/** Some file systems, such as those of other machines, report no changes. */
const lookAgainMs = 5000;

/** Reads a folder after each change, when nobody is writing to it. */
export class FolderReader {
  readonly #options: FolderReaderOptions;
  readonly #watch: FolderWatch;
  /** The fingerprint at the last read. */
  #stamp: string | undefined;
  #cancelRead: () => void = () => {};
  #cancelLook: () => void = () => {};
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: FolderReaderOptions) {
    this.#options = options;
    this.#watch = new FolderWatch(options.dir, () => this.readSoon(), options.onUnwatched);
  }

  start(): void {
    if (this.#isClosed) return;
    this.#reading = this.#read();
    this.#lookLater();
  }

  readSoon(): void {
    if (this.#isClosed) return;
    this.#cancelRead();
    this.#cancelRead = this.#options.clock.after(settleMs, () => {
      this.#reading = this.#reading.then(() => this.#read()).catch(this.#options.onFailed);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRead();
    this.#cancelLook();
    await this.#reading;
    this.#watch.close();
  }

  async #read(): Promise<void> {
    const { dir, validate, onRead, onFailed } = this.#options;
    try {
      this.#watch.renew();
      const stamp = await stampOf(dir);
      const found = await readManifests(dir, validate);
      await delay(settleMs);
      if ((await stampOf(dir)) !== stamp) return this.readSoon();
      this.#stamp = stamp;
      onRead(found);
    } catch (error) {
      this.#stamp = undefined;
      onFailed(error);
    }
  }

  #lookLater(): void {
    this.#cancelLook = this.#options.clock.after(lookAgainMs, () => {
      this.#look().catch(this.#options.onFailed);
    });
  }

  async #look(): Promise<void> {
    const stamp = await stampOf(this.#options.dir).catch(() => undefined);
    if (this.#isClosed) return;
    this.#lookLater();
    if (stamp !== this.#stamp) this.readSoon();
  }
}
