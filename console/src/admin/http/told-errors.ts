import type { CallError } from '../../shared/exchange.ts';

/** Errors whose text says all that the guide could say. */
const plain: ReadonlySet<string> = new Set([
  ...['unreachable', 'not-found', 'duplicate', 'not-unique', 'stale', 'in-use'],
  ...['sign-in-first', 'session-expired', 'other-account', 'proof-required', 'password-incorrect'],
]);

const most = 20;

/** The texts of the last errors with their codes. Most places put the text of an error into a sentence of their own, without its code. */
const told = new Map<string, string>();

/** Remembers an error that the guide explains. The form shows errors of fields. */
export function rememberError({ code, message, fields }: CallError): void {
  if (plain.has(code) || fields.length > 0 || !message) return;
  told.delete(message);
  told.set(message, code);
  for (const oldest of told.keys()) if (told.size > most) told.delete(oldest);
}

/** The code of the error in a text, if the guide explains it. */
export const codeToldIn = (text: string): string | undefined =>
  [...told].findLast(([message]) => text.includes(message))?.[1];
