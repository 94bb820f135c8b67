import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { isBoundedForm, isBoundedJson, longestForm } from './bounded.ts';
import { Refusal } from './errors.ts';
import { endStalledBodies } from './impatience.ts';
import { isStorable } from './storable.ts';

export const largestBody = '8mb';
/** Most bodies need no second look. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])|\0|%00/i;

function refuseUnless(isGood: boolean): void {
  if (!isGood) throw new Refusal('malformed-body');
}

const isForm = (req: Request) => req.is('application/x-www-form-urlencoded') !== false;

/** Browsers send a form as multipart when a page builds it; files have routes of their own. */
async function multipart(req: Request, text: string): Promise<[string, string][]> {
  const headers = { 'content-type': req.headers['content-type'] ?? '' };
  const [, boundary = ''] = /boundary="?([^";,\s]+)/i.exec(headers['content-type']) ?? [];
  refuseLongForm(text);
  refuseUnless(boundary !== '' && isBoundedForm(text, `--${boundary}`));
  const fields = [...(await new Response(text, { headers }).formData())];
  return fields.map(([name, value]) => {
    if (typeof value !== 'string') throw new Refusal('unsupported-media');
    return [name, value];
  });
}

function refuseLongForm(text: string): void {
  if (text.length > longestForm) throw new Refusal('body-too-large', { limit: '1mb' });
}

function form(fields: [string, string][]): Record<string, string> {
  refuseUnless(new Set(fields.map(([name]) => name)).size === fields.length);
  return Object.fromEntries(fields);
}

/** Clients send JSON under any content type, forms included, so what a body looks like says what it is. */
async function parse(req: Request, text: string): Promise<unknown> {
  if (text.trim() === '') return undefined;
  if (isForm(req) && !/^\s*[[{]/.test(text)) {
    refuseLongForm(text);
    refuseUnless(isBoundedForm(text, '&'));
    return form([...new URLSearchParams(text)]);
  }
  try {
    if (req.is('multipart/form-data')) return form(await multipart(req, text));
    refuseUnless(isBoundedJson(text));
    return JSON.parse(text);
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('malformed-body', {}, { cause });
  }
}

const parseText: RequestHandler = async (req, _res, next) => {
  const text = typeof req.body === 'string' ? req.body : '';
  req.body = await parse(req, text);
  if (mayBeUnstorable.test(text) && !isStorable(req.body)) throw new Refusal('malformed-body');
  next();
};

/** What the reader throws, in our words. */
const refused: ErrorRequestHandler = (error, _req, _res, next) => {
  if (error instanceof Refusal) next(error);
  else if (error.type === 'entity.too.large') next(new Refusal('body-too-large', { limit: largestBody }));
  else if (/unsupported$/.test(error.type ?? '')) next(new Refusal('unsupported-media'));
  else if (error.status >= 400 && error.status < 500) next(new Refusal('malformed-body', {}, { cause: error }));
  else next(error);
};

export const readBody: (RequestHandler | ErrorRequestHandler)[] = [
  endStalledBodies,
  express.text({ limit: largestBody, type: () => true, defaultCharset: 'utf-8' }),
  parseText,
  refused,
];
