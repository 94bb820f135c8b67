import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise } from 'yauzl';
import { checkLimit, LimitError, limits } from './limits.ts';

export interface Archive {
  has: (path: string) => boolean;
  /** The unpacked bytes of a file. All files share one limit. */
  read: (path: string) => AsyncGenerator<Buffer>;
}

/** The length of a local header without the name and extra field of its entry. */
const headerLength = 30;

/** Refuses overlapping files. With them, a few kilobytes could unpack to gigabytes. */
function checkOverlap(entries: readonly Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new Error('entries overlap');
    end = entry.relativeOffsetOfLocalHeader + headerLength + entry.fileNameLength + entry.compressedSize;
  }
}

/**
 * Opens a zip archive. yauzl refuses names outside the archive, and files whose unpacked size differs from their
 * entry.
 */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, strictFileNames: true });
  checkLimit(zip.entryCount, limits.entries);
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
      if (entry.uncompressedSize > Math.min(left, entry.compressedSize * limits.ratio)) throw new LimitError('size');
      const stream: Readable = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        left -= chunk.length;
        yield chunk;
      }
    },
  };
}
