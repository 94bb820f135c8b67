import { setTimeout as delay } from 'node:timers/promises';
import { ApiRefusal } from '../api/api-refusal.ts';

/** A busy or restarting api answers again within about a minute. */
const pausesMs = [500, 2000, 5000, 15_000, 30_000];

/** The api takes an object once, however often it arrives, so a request whose answer got lost is sent again. */
export async function patiently<T>(ask: () => Promise<T>, isFirst: boolean): Promise<T> {
  for (const pause of isFirst ? [] : pausesMs) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ApiRefusal && error.retryAfterMs === undefined) throw error;
      await delay(Math.max(pause, error instanceof ApiRefusal ? (error.retryAfterMs ?? 0) : 0));
    }
  }
  return ask();
}
