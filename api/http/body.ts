import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { Refusal } from '../core/errors.ts';
import { endAfterAnswer, onStalled } from './body-timeout.ts';
import { isBoundedForm, isBoundedJson, longestForm } from './bounded.ts';
import { sendRefusal } from './render.ts';
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
function refusalOf(error: { type?: string; status?: number }): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error.type === 'entity.too.large') return new Refusal('body-too-large', { limit: largestBody });
  if (/unsupported$/.test(error.type ?? '')) return new Refusal('unsupported-media');
  const { status = 500 } = error;
  return status >= 400 && status < 500 ? new Refusal('malformed-body', {}, { cause: error }) : undefined;
}

/** Is told of each body that cannot be read, and why, before whoever sent it is. */
type OnUnread = (req: Request, refusal: Refusal) => Promise<void> | void;

/** Reads a body. One that cannot be read is told of once, however it goes wrong: it may stop half-way, and its connection end then. */
export function bodyReaders(onUnread: OnUnread): (RequestHandler | ErrorRequestHandler)[] {
  const told = new WeakSet<Request>();

  async function tell(req: Request, refusal: Refusal): Promise<void> {
    if (told.has(req)) return;
    told.add(req);
    await onUnread(req, refusal);
  }

  const endStalled: RequestHandler = (req, res, next) => {
    onStalled(req, async () => {
      const refusal = new Refusal('body-stalled');
      // An answer is due whatever becomes of the record.
      await tell(req, refusal).catch(() => undefined);
      sendRefusal(res, refusal, res.locals.language);
      endAfterAnswer(req);
    });
    next();
  };

  const refuse: ErrorRequestHandler = async (error, req, _res, next) => {
    const refusal = refusalOf(error);
    if (refusal) await tell(req, refusal);
    next(refusal ?? error);
  };

  return [
    endStalled,
    express.text({ limit: largestBody, type: () => true, defaultCharset: 'utf-8' }),
    parseText,
    refuse,
  ];
}
