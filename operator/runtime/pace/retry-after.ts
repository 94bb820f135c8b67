/** Reads seconds or a date, as in RFC 9110; undefined without a time in the future. */
export function retryAfterMs(header: string | number | null | undefined, now = Date.now()): number | undefined {
  const seconds = Number(header ?? 0);
  const ms = Number.isNaN(seconds) ? Date.parse(String(header)) - now : seconds * 1000;
  return ms > 0 ? ms : undefined;
}

/** The time to wait, from any client's error that has it. */
export function retryAfterOf(error: unknown): number | undefined {
  const { retryAfterMs } = (error ?? {}) as { retryAfterMs?: unknown };
  return typeof retryAfterMs === 'number' ? retryAfterMs : undefined;
}
