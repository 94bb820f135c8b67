import busboy from 'busboy';
import type { Request } from 'express';
import { Refusal } from '../core/errors.ts';
import { closeAfterResponse, onBodyTimeout } from './body-timeout.ts';
import { isStorableText } from './storable.ts';

export interface Upload {
  content: Buffer<ArrayBuffer>;
  /** The sender's name of the file, without folders. Empty if there was none. */
  fileName: string;
  fields: Record<string, string>;
}

const mebibyte = 2 ** 20;

/**
 * Reads a multipart body with one file and its fields. A second file is refused, because the sender would not
 * learn that it is lost.
 */
export function readUpload(req: Request, largestMb: number): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const refuse = (refusal: Refusal) => {
      req.unpipe();
      // The rest of the body is read and dropped. Otherwise the client would not read the response.
      req.resume();
      reject(refusal);
    };
    const parser = openParser(req, largestMb * mebibyte, refuse);
    if (!parser) return;
    const chunks: Buffer[] = [];
    const fields = new Map<string, string>();
    let fileName = '';
    parser.on('file', (_name, stream, info) => {
      fileName = info.filename ?? '';
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => refuse(new Refusal('body-too-large', { limit: `${largestMb}mb` })));
    });
    parser.on('filesLimit', () => refuse(new Refusal('repeated-parameter', { name: 'file' })));
    parser.on('field', (name, value) => {
      if (fields.has(name)) refuse(new Refusal('repeated-parameter', { name: name.slice(0, 50) }));
      fields.set(name, value);
    });
    parser.on('close', () => {
      if (chunks.length === 0) return refuse(new Refusal('missing-parameter', { name: 'file' }));
      if (![fileName, ...fields.values()].every(isStorableText)) return refuse(new Refusal('malformed-body'));
      resolve({ content: Buffer.concat(chunks), fileName, fields: Object.fromEntries(fields) });
    });
    parser.on('error', (cause) => refuse(new Refusal('malformed-body', {}, { cause })));
    onBodyTimeout(req, () => {
      refuse(new Refusal('body-stalled'));
      closeAfterResponse(req);
    });
    req.on('aborted', () => reject(new Refusal('malformed-body')));
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
