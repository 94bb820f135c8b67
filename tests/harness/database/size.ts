import { isFull as runsEverything } from '../runner/tier.ts';

/** In `npm test`, few objects and services; in `npm run test:all`, those of a large platform. */
export const isFull = runsEverything();

export const size = (few: number, full: number): number => (isFull ? full : few);

/** The timeout of a test that takes longer with many objects. */
export const within = (ms: number, fullMs: number): number => (isFull ? fullMs : ms);

/** The size in titles. */
export const inSmall = isFull ? '' : ' in small';
