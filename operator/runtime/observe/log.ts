import { pino } from 'pino';
import type { Redactor } from './redact.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

/**
 * Writes one JSON object per line. A message starts with a capital and is in the past tense; its objects are fields. The redactor
 * reads every finished line.
 */
export function createLog(
  redactor: Redactor,
  // Unlike `process.stdout`, it falls silent when its reader has gone, and raises no error that would be logged in turn.
  write: (line: string) => void = standardOutput(),
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

function standardOutput(): (line: string) => void {
  const output = pino.destination({ sync: true });
  return (line) => void output.write(line);
}

/** Includes causes, because an error such as `fetch failed` says nothing itself. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: String(cause) }) };
}
