/** No answer: refused, reset, timed out, or not resolved. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(`No connection: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause });
    this.name = 'ConnectionError';
  }
}

const codes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_(SOCKET|\w+_TIMEOUT))$/;

/** Whether no answer came at all. It reads causes, because fetch wraps the error. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // AbortSignal.timeout aborts with this name.
  if (error instanceof ConnectionError || error.name === 'TimeoutError') return true;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && codes.test(code)) || isConnectionError(error.cause);
}
