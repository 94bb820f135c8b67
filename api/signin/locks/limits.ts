import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import {
  addressCounter,
  type Counter,
  counter,
  counterFrom,
  countWrong,
  type LockedOut,
  lockingOut,
  paced,
  slow,
} from './guesses.ts';

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

/** Limits for a quarter of an hour, over all replicas: for the subject of a request and for its sender. */
export const limits = {
  codesTo: (...asked: string[]) => counter(5, 'code to', ...lower(asked)),
  codesFor: (owner: string, name: string) => counter(8, 'code for', owner, name),
  /** These two are silent, because they are about existing users. */
  lettersTo: (destination: string) => counter(5, 'letters to', destination.toLowerCase()),
  lettersFor: (owner: string, name: string) => counter(8, 'letters for', owner, name),
  /** New passwords that are tried, good or bad. */
  passwordsFor: (owner: string, name: string) => counter(40, 'passwords for', owner, name),
  passwordRulesFor: (owner: string, name: string) => counter(60, 'password rules for', owner, name),
  passwordLinksTo: (owner: string, name: string) => counter(5, 'password links to', owner, name),
  codesFrom: (address: string) => counterFrom(30, 'code from', address),
  captchasFor: (address: string) => counterFrom(120, 'captcha for', address),
  /** Programs count beeps easily, so each address gets few of them. */
  soundsFor: (address: string) => counterFrom(10, 'captcha as sound for', address),
  lookupsFrom: (address: string) => counterFrom(60, 'contact lookups from', address),
  termsFor: (address: string) => counterFrom(120, 'terms for', address),
  previewsOf: (caller: string) => counter(120, 'previews of', caller),
  choicesFor: (address: string) => counterFrom(120, 'choices for', address),
  /** An office has one address, and all its people begin in the same quarter of an hour. */
  providerRequestsFrom: (address: string) => counterFrom(1200, 'provider requests from', address),
  /** Each page with passkeys draws a challenge, and an office has one address. */
  passkeyChallengesFrom: (address: string) => counterFrom(3000, 'passkey challenges from', address),
  signupsFrom: (address: string) => counterFrom(20, 'sign-ups from', address),
  /** A provider has proved each of these people, so a whole office may sign up on one morning. */
  newcomersFrom: (address: string) => counterFrom(600, 'newcomers of providers from', address),
  /** Without a code, anybody can ask whether an address is taken. */
  signupsWith: (organization: string, email: string) => counter(5, 'sign-ups with', organization, email.toLowerCase()),
  copiesFor: (owner: string, name: string) => counter(20, 'copies of data for', owner, name),
  /** An office opens its links from one address. */
  linksFrom: (address: string) => counterFrom(600, 'links from', address),
  ticketsFrom: (address: string) => counterFrom(600, 'tickets from', address),
  filesOf: (user: string) => counter(60, 'files of', user),
  mailsOf: (caller: string) => counter(200, 'mails of', caller),
  mailsFrom: (address: string) => counterFrom(400, 'mails from', address),
  mailsTo: (receiver: string) => counter(20, 'mail to', receiver.toLowerCase()),
  textsOf: (caller: string) => counter(200, 'texts of', caller),
  textsFrom: (address: string) => counterFrom(400, 'texts from', address),
  textsTo: (phone: string) => counter(10, 'text to', phone),
} satisfies Record<string, (...about: string[]) => Counter>;

/**
 * Wrong codes lock as wrong passwords do (S23), and for longer. A browser that the user has used before has its own
 * counter (S24).
 */
export const codeGuesses = (
  asked: readonly string[],
  address: string,
  { user, device = '' }: { user?: LockedOut | undefined; device?: string | undefined } = {},
): [Counter, Counter] => [
  lockingOut(user, 'code', paced(slow, counter(10, 'code guesses', ...lower(asked), ...(device && [device])))),
  addressCounter(address),
];
/**
 * Wrong answers to a step before the session lock as wrong codes do. Only a right answer resets the counter, so nobody gets more
 * guesses by proving the password again.
 */
export const stepGuesses = (
  step: string,
  user: LockedOut & { id: string },
  address: string,
  device = '',
): [Counter, Counter] => [
  lockingOut(user, 'factor', paced(slow, counter(10, 'step guesses', step, user.id, ...(device && [device])))),
  addressCounter(address),
];
/** This one is silent too. */
export const recoveryGuesses = (
  organization: string,
  about: readonly string[],
  user: LockedOut | undefined,
): [Counter] => [lockingOut(user, 'code', paced(slow, counter(10, 'recovery guesses', organization, ...about)))];
/** A guess at the state of a request to a provider. */
export const callbackGuesses = (address: string): [Counter] => [counterFrom(50, 'callback guesses', address)];
/** Nobody guesses a passkey, so wrong passwords lock no passkey out (S24). This only slows down those who try. */
export const passkeyGuesses = (address: string): [Counter] => [counterFrom(200, 'passkey guesses', address)];
/** Nobody guesses a link, so wrong codes lock no link out (S24). */
export const linkGuesses = (address: string): [Counter] => [counterFrom(200, 'link guesses', address)];
/** A payment service sends few wrong notifications. Each costs a signature, and some a question to the service. */
export const noticeGuesses = (address: string): [Counter] => [
  counterFrom(200, 'refused payment notices from', address),
];
export const captchaGuesses = (address: string): [Counter] => [counterFrom(20, 'captcha guesses', address)];

/** Takes one from each counter, and refuses if a counter is empty. */
export async function spend(sql: Sql, counters: readonly Counter[], now: Date): Promise<void> {
  try {
    await countWrong(sql, counters, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'locked') throw error;
    const retryAfterSeconds = error.retryAfterSeconds ?? 1;
    throw new Refusal('too-many-requests', {}, { retryAfterSeconds, data: { retryAfterSeconds } });
  }
}
