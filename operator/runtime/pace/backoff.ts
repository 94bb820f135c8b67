import type { Random } from '../clock.ts';

/** A random time up to the doubled limit ("full jitter"), so that many clients do not return in step. */
export function fullJitter(attempt: number, random: Random, { baseMs = 500, maxMs = 30_000 } = {}): number {
  return random() * Math.min(maxMs, baseMs * 2 ** attempt);
}

/** Doubles from 1 s to 5 min, each ±20 %. `failures` counts from 1. */
export function retryDelay(failures: number, random: Random): number {
  return Math.min(300_000, 1000 * 2 ** (failures - 1)) * (0.8 + 0.4 * random());
}
