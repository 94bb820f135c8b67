import type { Ticker } from '@doorwright/api/background/ticks.ts';

/** Ticks that come when a test asks for them. `at` is the time of the tick, and `crons` are the expressions that wait for one. */
export function handTicker() {
  const waiting = new Set<{ cron: string; onTick: (time: Date) => Promise<void> }>();
  const ticker: Ticker = (cron, onTick) => {
    const one = { cron, onTick };
    waiting.add(one);
    return { stop: () => void waiting.delete(one) };
  };
  return {
    ticker,
    crons: () => [...waiting].map(({ cron }) => cron),
    tick: (cron: string, at: Date) =>
      Promise.all([...waiting].filter((one) => one.cron === cron).map(({ onTick }) => onTick(at))),
  };
}
