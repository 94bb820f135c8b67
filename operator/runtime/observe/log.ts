import { pino } from 'pino';
import type { Redactor } from './redact.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

/**
 * One JSON object a line; what happened starts with a capital, in the past tense, and what it happened to stands in fields.
 * The finished line passes the redactor, so no caller has to remember it.
 */
export function createLog(
  redactor: Redactor,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  return pino(
    {
      base: null,
      messageKey: 'message',
      errorKey: 'error',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: errorFields },
    },
    { write: (line: string) => write(redactor.redact(line)) },
  );
}

/** A call that failed says why only in its cause: `fetch failed` is all that the error itself has to tell. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: String(cause) }) };
}
