/** The ending of the names of test files that only `npm run test:all` runs. */
export const fullSuffix = '.full.test.ts';

/** Tells each process of a run that it runs the second tier too. */
export const tierSetting = 'DOORWRIGHT_TEST_TIER';

export const isFull = (): boolean => process.env[tierSetting] === 'all';
