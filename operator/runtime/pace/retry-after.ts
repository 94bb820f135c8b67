/** In seconds or as a date, as RFC 9110 has it; undefined where it says neither, or a time that is over. */
export function retryAfterMs(header: string | number | null | undefined, now = Date.now()): number | undefined {
  const seconds = Number(header ?? 0);
  const ms = Number.isNaN(seconds) ? Date.parse(String(header)) - now : seconds * 1000;
  return ms > 0 ? ms : undefined;
}

/** Some answers say when to come back; any client's error that carries the number will do. */
export function retryAfterOf(error: unknown): number | undefined {
  const { retryAfterMs } = (error ?? {}) as { retryAfterMs?: unknown };
  return typeof retryAfterMs === 'number' ? retryAfterMs : undefined;
}
