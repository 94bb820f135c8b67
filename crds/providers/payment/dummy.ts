import type { TypeDescription } from '../description.ts';

/** For demonstrations and tests: nobody pays. */
export const dummy = {
  type: 'Dummy',
  offered: true,
  setting: 'DOORWRIGHT_DUMMY_PAYMENTS',
  about: 'Payments without money, for trying things out.',
  logo: { letters: 'Du', color: '#4a4a4a' },
  uses: ['appId'],
  terms: { appId: 'dummyOutcome' },
  starts: { appId: 'succeed' },
} as const satisfies TypeDescription;
