import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { Refusal } from '../core/errors.ts';
import { hasFewFields, hasFewValues, longestForm } from './body-limits.ts';
import { closeAfterResponse, onBodyTimeout } from './body-timeout.ts';
import { isStorable } from './storable.ts';

export const largestBody = '8mb';
/** Most bodies need no detailed check. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])|\0|%00/i;

function refuseUnless(isGood: boolean): void {
  if (!isGood) throw new Refusal('malformed-body');
}

const isForm = (req: Request) => req.is('application/x-www-form-urlencoded') !== false;

/** Browsers send a form as multipart if a script builds it. Files have their own routes. */
async function multipart(req: Request, text: string): Promise<[string, string][]> {
  const headers = { 'content-type': req.headers['content-type'] ?? '' };
  const [, boundary = ''] = /boundary="?([^";,\s]+)/i.exec(headers['content-type']) ?? [];
  refuseLongForm(text);
  refuseUnless(boundary !== '' && hasFewFields(text, `--${boundary}`));
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

/** Clients send JSON with any content type, even that of forms. So the text itself decides. */
async function parse(req: Request, text: string): Promise<unknown> {
  if (text.trim() === '') return undefined;
  if (isForm(req) && !/^\s*[[{]/.test(text)) {
    refuseLongForm(text);
    refuseUnless(hasFewFields(text, '&'));
    return form([...new URLSearchParams(text)]);
  }
  try {
    if (req.is('multipart/form-data')) return form(await multipart(req, text));
    refuseUnless(hasFewValues(text));
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

/** Translates errors of the body reader. */
function refusalOf(error: { type?: string; status?: number }): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error.type === 'entity.too.large') return new Refusal('body-too-large', { limit: largestBody });
  if (/unsupported$/.test(error.type ?? '')) return new Refusal('unsupported-media');
  const { status = 500 } = error;
  return status >= 400 && status < 500 ? new Refusal('malformed-body', {}, { cause: error }) : undefined;
}

/** Called for each unreadable body, before its sender gets the response. */
type OnUnread = (req: Request, refusal: Refusal) => Promise<void> | void;

const readText = express.text({ limit: largestBody, type: () => true, defaultCharset: 'utf-8' });

/**
 * Reads a body as a text. A body may stall first, and then end or fail. Only the first of these events calls the next handler, so
 * one request gets one response.
 */
const readOnce: RequestHandler = (req, res, next) => {
  let isSettled = false;
  const settle = (error?: unknown) => {
    if (isSettled) return;
    isSettled = true;
    next(error);
  };
  onBodyTimeout(req, () => {
    closeAfterResponse(req);
    settle(new Refusal('body-stalled'));
  });
  readText(req, res, settle);
};

/**
 * Reads a body, and parses it unless it stays a text. `onUnread` is called once for an unreadable one, also if it stops half-way and the connection then
 * ends.
 */
export function bodyReaders(
  onUnread: OnUnread,
  { textBody }: { textBody?: true } = {},
): (RequestHandler | ErrorRequestHandler)[] {
  const refuse: ErrorRequestHandler = async (error, req, _res, next) => {
    const refusal = refusalOf(error);
    // The sender of a stalled body gets a response even if the record fails.
    if (refusal?.code === 'body-stalled') await Promise.try(onUnread, req, refusal).catch(() => undefined);
    else if (refusal) await onUnread(req, refusal);
    next(refusal ?? error);
  };
  return [readOnce, ...(textBody ? [] : [parseText]), refuse];
}
