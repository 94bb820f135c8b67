import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { brokenFile } from './broken-file.ts';

/** The bytes of a file, unpacked if its name ends with `.gz`. A file that cannot be read breaks the stream with a sentence. */
export function openFile(path: string): Readable {
  const file = createReadStream(path);
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => bytes.destroy(brokenFile(path, error)));
  return bytes;
}

export interface Line {
  number: number;
  text: string;
}

/** The lines of a file that say something, one after the other, so that a file of any size takes little memory. */
export async function* readLines(path: string): AsyncIterable<Line> {
  const bytes = openFile(path);
  const lines = createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY });
  let failure: unknown;
  // An error does not end the loop over the lines by itself.
  bytes.on('error', (error) => {
    failure = error;
    lines.close();
  });
  let number = 0;
  try {
    for await (const text of lines) {
      number++;
      if (text.trim() !== '') yield { number, text: number === 1 ? text.replace(/^\uFEFF/, '') : text };
    }
  } finally {
    lines.close();
    bytes.destroy();
  }
  if (failure) throw failure;
}

export async function firstLine(path: string): Promise<string | undefined> {
  for await (const { text } of readLines(path)) return text;
  return undefined;
}
