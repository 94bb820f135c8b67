import type { Random } from '../clock.ts';

/** Anything up to the doubled limit ("full jitter"): after an outage a thousand watchers must not come back in step. */
export function fullJitter(attempt: number, random: Random, { baseMs = 500, maxMs = 30_000 } = {}): number {
  return random() * Math.min(maxMs, baseMs * 2 ** attempt);
}

/** 1 s doubling to 5 min, each ±20 %. `failures` counts from 1. */
export function retryDelay(failures: number, random: Random): number {
  return Math.min(300_000, 1000 * 2 ** (failures - 1)) * (0.8 + 0.4 * random());
}
