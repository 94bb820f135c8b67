import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** What an answer sends. */
export interface Body {
  encoding: Encoding;
  bytes: Buffer;
}

/** A file of the build in the encodings that it has. */
export type Bodies = Readonly<Partial<Record<Encoding, Buffer>> & Record<'identity', Buffer>>;

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The ends of the names of compressed files. The build writes them (`console/bundle/compressed-files.ts`). */
export const ends = { br: '.br', gzip: '.gz' };

/** Reads a file of a build in all its encodings, because the next build removes it. Undefined if the file is gone. */
export function readBodies(file: string): Bodies | undefined {
  const identity = contentOf(file);
  const [br, gzip] = [contentOf(file + ends.br), contentOf(file + ends.gzip)];
  return identity && { identity, ...(br && { br }), ...(gzip && { gzip }) };
}

/** The body in an encoding. Without it, the file is too small or is compressed by its format. */
export const inEncoding = (bodies: Bodies, encoding: Encoding): Body => {
  const bytes = bodies[encoding];
  return bytes ? { encoding, bytes } : { encoding: 'identity', bytes: bodies.identity };
};

/** Compresses the page of one request: a little larger than the best, in a fraction of a millisecond. */
export function compressedNow(text: string, encoding: Encoding): Body {
  const identity = Buffer.from(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const compress = {
    identity: () => identity,
    br: () => brotliCompressSync(identity, { params: quality }),
    gzip: () => gzipSync(identity),
  };
  return { encoding, bytes: compress[encoding]() };
}

/** The smallest encoding that the browser accepts. */
export const encodingFor = (accepted = ''): Encoding =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
