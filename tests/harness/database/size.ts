/** In `npm test`, few objects and services; in full size, those of a large platform, as in `npm run bench -- operator`. */
export const isFull = process.env.DOORWRIGHT_TEST_SIZE === 'full';

export const size = (few: number, full: number): number => (isFull ? full : few);

/** The timeout of a test that takes longer with many objects. */
export const within = (ms: number, fullMs: number): number => (isFull ? fullMs : ms);

/** The size in titles. */
export const inSmall = isFull ? '' : ' in small';
