import { LRUCache } from 'lru-cache';

/** A usual receiver stores the event, answers within this time, and works on it later. */
const usualMs = 1_000;
const most = 10_000;

/** The webhooks whose last call took long. Each process finds out for itself, by one call. */
export interface SlowWebhooks {
  has: (webhook: string) => boolean;
  note: (webhook: string, durationMs: number) => void;
}

export function createSlowWebhooks(): SlowWebhooks {
  const slow = new LRUCache<string, true>({ max: most });
  return {
    has: (webhook) => slow.has(webhook),
    note(webhook, durationMs) {
      if (durationMs > usualMs) slow.set(webhook, true);
      else slow.delete(webhook);
    },
  };
}
