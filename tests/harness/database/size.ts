/** How many: few in `npm test`, as many as a large platform has in `npm run bench -- operator`. */
export const isFull = process.env.DOORWRIGHT_TEST_SIZE === 'full';

export const size = (few: number, full: number): number => (isFull ? full : few);

/** Of a test that needs longer with many. */
export const within = (ms: number, fullMs: number): number => (isFull ? fullMs : ms);

/** What titles say. */
export const inSmall = isFull ? '' : ' in small';
