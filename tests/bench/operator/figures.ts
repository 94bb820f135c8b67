/** One figure with its distribution, and whether it reaches its target. */
export interface Figure {
  test: string;
  what: string;
  target: string;
  measured: string;
  isMet: boolean;
}

const share = (sorted: readonly number[], at: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;

export const percentile = (values: readonly number[], at: number): number =>
  share(
    [...values].sort((a, b) => a - b),
    at,
  );

/** A distribution in one line: median, 95th percentile and maximum. */
export function spread(ms: readonly number[]): string {
  const sorted = [...ms].sort((a, b) => a - b);
  const named = { p50: 0.5, p95: 0.95, p99: 0.99, most: 1 };
  const texts = Object.entries(named).map(([name, at]) => `${name} ${seconds(share(sorted, at))}`);
  return `${texts.join(', ')} (${sorted.length})`;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

/** A target with a maximum. */
export const atMost = (
  test: string,
  what: string,
  { limit, value, unit = '', more = '' }: { limit: number; value: number; unit?: string; more?: string },
): Figure => ({
  test,
  what,
  target: `≤ ${limit}${unit}`,
  measured: `${Number(value.toFixed(value < 10 ? 3 : 1))}${unit}${more && `; ${more}`}`,
  isMet: value <= limit,
});

export const none = (test: string, what: string, found: number, more = ''): Figure =>
  atMost(test, what, { limit: 0, value: found, more });
