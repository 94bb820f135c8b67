import busboy from 'busboy';
import type { Request } from 'express';
import { Refusal } from '../../http/errors.ts';

const largestFile = 16 * 2 ** 20;

/** The first file of a multipart body, whole. */
export function readFile(req: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (refusal: Refusal) => {
      req.unpipe();
      // What still comes is read and dropped, or the client would never look at the answer.
      req.resume();
      reject(refusal);
    };
    const parser = openParser(req, refuse);
    if (!parser) return;
    const chunks: Buffer[] = [];
    parser.on('file', (_name, stream) => {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => refuse(new Refusal('body-too-large', { limit: '16mb' })));
    });
    parser.on('close', () =>
      chunks.length > 0 ? resolve(Buffer.concat(chunks)) : refuse(new Refusal('missing-parameter', { name: 'file' })),
    );
    parser.on('error', (cause) => refuse(new Refusal('malformed-body', {}, { cause })));
    req.on('aborted', () => reject(new Refusal('malformed-body')));
    req.pipe(parser);
  });
}

function openParser(req: Request, refuse: (refusal: Refusal) => void) {
  try {
    const limits = { files: 1, fileSize: largestFile, fields: 10, fieldSize: 10_000, parts: 20 };
    return busboy({ headers: req.headers, limits });
  } catch (cause) {
    refuse(new Refusal('unsupported-media', {}, { cause }));
    return;
  }
}
