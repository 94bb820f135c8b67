import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import busboy from 'busboy';
import type { Request } from 'express';
import { Refusal } from '../core/errors.ts';
import { closeAfterResponse, onBodyTimeout } from './body-timeout.ts';
import { isStorableText } from './storable.ts';

export interface Upload<C> {
  content: C;
  /** The sender's name of the file, without folders. Empty if there was none. */
  fileName: string;
  fields: Record<string, string>;
}

const mebibyte = 2 ** 20;

/** Keeps a file in memory. */
export const inMemory = (content: Readable): Promise<Buffer<ArrayBuffer>> =>
  buffer(content) as Promise<Buffer<ArrayBuffer>>;

/**
 * Reads a multipart body with one file and its fields. `keep` takes the file as it arrives. A second file is refused, because the sender
 * would not learn that it is lost.
 */
export function readUpload<C>(
  req: Request,
  largestMb: number,
  keep: (content: Readable) => Promise<C>,
): Promise<Upload<C>> {
  return new Promise((resolve, reject) => {
    const refuse = (refusal: Refusal) => {
      req.unpipe();
      // The rest of the body is read and dropped. Otherwise the client would not read the response.
      req.resume();
      reject(refusal);
    };
    const parser = openParser(req, largestMb * mebibyte, refuse);
    if (!parser) return;
    const fields = new Map<string, string>();
    let fileName = '';
    let isEmpty = true;
    let kept: Promise<C> | undefined;
    parser.on('file', (_name, stream, info) => {
      fileName = info.filename ?? '';
      stream.once('data', () => (isEmpty = false));
      stream.on('limit', () => {
        refuse(new Refusal('body-too-large', { limit: `${largestMb}mb` }));
        stream.destroy(new Error('the file is too large'));
      });
      kept = keep(stream);
      kept.catch(reject);
    });
    parser.on('filesLimit', () => refuse(new Refusal('repeated-parameter', { name: 'file' })));
    parser.on('field', (name, value) => {
      if (fields.has(name)) refuse(new Refusal('repeated-parameter', { name: name.slice(0, 50) }));
      fields.set(name, value);
    });
    parser.on('close', () => {
      if (!kept || isEmpty) return refuse(new Refusal('missing-parameter', { name: 'file' }));
      if (![fileName, ...fields.values()].every(isStorableText)) return refuse(new Refusal('malformed-body'));
      kept.then((content) => resolve({ content, fileName, fields: Object.fromEntries(fields) }), reject);
    });
    parser.on('error', (cause) => refuse(new Refusal('malformed-body', {}, { cause })));
    onBodyTimeout(req, () => {
      refuse(new Refusal('body-stalled'));
      parser.destroy();
      closeAfterResponse(req);
    });
    req.on('aborted', () => {
      reject(new Refusal('malformed-body'));
      parser.destroy();
    });
    req.pipe(parser);
  });
}

function openParser(req: Request, fileSize: number, refuse: (refusal: Refusal) => void) {
  try {
    const limits = { files: 1, fileSize, fields: 12, fieldSize: 10_000, parts: 20 };
    return busboy({ headers: req.headers, limits, defParamCharset: 'utf8' });
  } catch (cause) {
    refuse(new Refusal('unsupported-media', {}, { cause }));
    return;
  }
}
