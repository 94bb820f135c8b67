/** Nobody answered: refused, reset, timed out, not resolved. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(`No connection: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause });
    this.name = 'ConnectionError';
  }
}

const codes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_(SOCKET|\w+_TIMEOUT))$/;

/** No answer came, as opposed to an answer we do not like. Looks through causes, since fetch wraps the reason. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // What AbortSignal.timeout aborts with.
  if (error instanceof ConnectionError || error.name === 'TimeoutError') return true;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && codes.test(code)) || isConnectionError(error.cause);
}
