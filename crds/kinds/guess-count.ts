import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { integer, moment } from '../field.ts';

/** The remaining guesses at a secret, for one account, device or address. All replicas count in the same row. */
export const guessCount = defineKind({
  kind: 'GuessCount',
  about: 'How many guesses are left at a secret, for one account, device or address.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    remaining: integer('Remaining', { about: 'Guesses that are left in the window.' }),
    windowEndTime: moment('Window ends', { about: 'When all guesses are given back.' }),
    lockedUntilTime: moment('Locked until', { about: 'Until when nothing is even tried.' }),
    locks: integer('Locks', { about: 'Locks since the last success or quiet day; each one lasts longer.' }),
  },
});

export type GuessCount = z.infer<typeof guessCount.schema>;
