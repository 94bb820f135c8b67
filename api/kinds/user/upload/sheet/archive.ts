import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise } from 'yauzl';
import { BeyondLimits, limits, within } from './limits.ts';

export interface Archive {
  has: (path: string) => boolean;
  /** The bytes of a file as they unfold; all files share one budget. */
  read: (path: string) => AsyncGenerator<Buffer>;
}

/** A local header before the name and the extra field of an entry. */
const headerLength = 30;

/** No two files share bytes: that is how a few kilobytes unfold to gigabytes. */
function checkOverlap(entries: readonly Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new Error('entries overlap');
    end = entry.relativeOffsetOfLocalHeader + headerLength + entry.fileNameLength + entry.compressedSize;
  }
}

/** yauzl refuses names that leave the archive, and files that unfold to another size than their entry says. */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, strictFileNames: true });
  within(zip.entryCount, limits.entries);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error('an entry is there twice');
    entries.set(entry.fileName, entry);
  }
  checkOverlap([...entries.values()]);
  let left: number = limits.xml;
  return {
    has: (path) => entries.has(path),
    async *read(path) {
      const entry = entries.get(path);
      if (!entry?.canDecodeFileData()) throw new Error(`${path} is missing or encrypted`);
      if (entry.uncompressedSize > Math.min(left, entry.compressedSize * limits.ratio)) throw new BeyondLimits('size');
      const stream: Readable = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        left -= chunk.length;
        yield chunk;
      }
    },
  };
}
