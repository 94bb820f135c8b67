/** The number of objects: few in `npm test`, and those of a large platform in `npm run bench -- operator`. */
export const isFull = process.env.DOORWRIGHT_TEST_SIZE === 'full';

export const size = (few: number, full: number): number => (isFull ? full : few);

/** The timeout of a test that takes longer with many objects. */
export const within = (ms: number, fullMs: number): number => (isFull ? fullMs : ms);

/** The size in titles. */
export const inSmall = isFull ? '' : ' in small';
