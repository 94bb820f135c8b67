import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file that has arrived. It is on the disk, so memory holds only a part of it at a time. */
export interface SpooledFile {
  path: string;
  size: number;
  /** The digest of its content by SHA-256, in hexadecimal form. */
  sha256: string;
}

/** Writes a stream to the disk in a folder of its own, for the time of some work. */
export async function withSpool<T>(
  work: (spool: (content: Readable) => Promise<SpooledFile>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'doorwright-upload-'));
  try {
    return await work(async (content) => {
      const path = join(folder, 'file');
      const digest = createHash('sha256');
      let size = 0;
      content.on('data', (chunk: Buffer) => {
        digest.update(chunk);
        size += chunk.length;
      });
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return { path, size, sha256: digest.digest('hex') };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
