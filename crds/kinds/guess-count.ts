import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { integer, moment, text } from '../field.ts';

/** What is guessed at an account. The wrong answers to each lock their user for a while. */
export const guessedSecrets = ['password', 'code', 'factor'] as const;
export type GuessedSecret = (typeof guessedSecrets)[number];

/** The remaining guesses at a secret, for one account, device or address. All replicas count in the same row. */
export const guessCount = defineKind({
  kind: 'GuessCount',
  about: 'The remaining attempts at a secret, for one account, device or address.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  lookups: [['account']],
  fields: {
    remaining: integer('Remaining', { about: 'Remaining attempts in this window.' }),
    windowEndTime: moment('Window ends', { about: 'Time when all attempts are available again.' }),
    lockedUntilTime: moment('Locked until', { about: 'End of the lock. Until then, every attempt is refused.' }),
    account: text('Account', {
      about: 'The user whom a lock keeps out, as owner/name. Empty if the attempts are not at a secret of one user.',
      max: 201,
    }),
    secret: text('Secret', { about: 'What is guessed at the user: a password, a code or a second factor.', max: 20 }),
    locks: integer('Locks', {
      about: 'Locks since the last success or the last day without attempts. Each one lasts longer.',
    }),
  },
});

export type GuessCount = z.infer<typeof guessCount.schema>;
