/** A request that follows no redirect and ends after ten seconds. */
export const ask = (url: URL | string, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...options });

/** The code of a request that got no answer, such as ECONNREFUSED. */
export function codeOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? (name === 'TimeoutError' ? 'ETIMEDOUT' : message);
}
