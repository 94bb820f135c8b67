import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { addressCounter, type Counter, counter, counterFrom, countWrong, paced, slow } from './guesses.ts';

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

/** How often something may be asked for in a quarter of an hour, for whom and by whom, on all replicas together. */
export const limits = {
  codesTo: (...asked: string[]) => counter(5, 'code to', ...lower(asked)),
  codesFor: (owner: string, name: string) => counter(8, 'code for', owner, name),
  /** These two nobody is told of: they are about who was found. */
  lettersTo: (destination: string) => counter(5, 'letters to', destination.toLowerCase()),
  lettersFor: (owner: string, name: string) => counter(8, 'letters for', owner, name),
  codesFrom: (address: string) => counterFrom(30, 'code from', address),
  captchasFor: (address: string) => counterFrom(120, 'captcha for', address),
  /** Machines read words easily, so that few are given to each address. */
  wordsFor: (address: string) => counterFrom(10, 'captcha in words for', address),
  lookupsFrom: (address: string) => counterFrom(60, 'contact lookups from', address),
  termsFor: (address: string) => counterFrom(120, 'terms for', address),
  choicesFor: (address: string) => counterFrom(120, 'choices for', address),
  signupsFrom: (address: string) => counterFrom(20, 'sign-ups from', address),
  /** Where no code proves an address, anybody may ask whether it is taken. */
  signupsWith: (organization: string, email: string) => counter(5, 'sign-ups with', organization, email.toLowerCase()),
  filesOf: (user: string) => counter(60, 'files of', user),
  mailsOf: (caller: string) => counter(200, 'mails of', caller),
  mailsFrom: (address: string) => counterFrom(400, 'mails from', address),
  mailsTo: (receiver: string) => counter(20, 'mail to', receiver.toLowerCase()),
  textsOf: (caller: string) => counter(200, 'texts of', caller),
  textsFrom: (address: string) => counterFrom(400, 'texts from', address),
  textsTo: (phone: string) => counter(10, 'text to', phone),
} satisfies Record<string, (...about: string[]) => Counter>;

/**
 * Wrong answers at something that proves a person or an address: they lock, as wrong passwords do (S23), and for longer. A
 * browser that the user has used before counts for itself (S24).
 */
export const codeGuesses = (asked: readonly string[], address: string, device = ''): [Counter, Counter] => [
  paced(slow, counter(10, 'code guesses', ...lower(asked), ...(device && [device]))),
  addressCounter(address),
];
/** Nobody is told of this one either. */
export const recoveryGuesses = (organization: string, ...about: string[]): [Counter] => [
  paced(slow, counter(10, 'recovery guesses', organization, ...about)),
];
export const captchaGuesses = (address: string): [Counter] => [counterFrom(20, 'captcha guesses', address)];

/** Takes one from each of the counters, and refuses when one of them has none left. */
export async function spend(sql: Sql, counters: readonly Counter[], now: Date): Promise<void> {
  try {
    await countWrong(sql, counters, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'locked') throw error;
    const retryAfterSeconds = error.retryAfterSeconds ?? 1;
    throw new Refusal('too-many-requests', {}, { retryAfterSeconds, data: { retryAfterSeconds } });
  }
}
