import i18next from 'i18next';
import { type Answer, CallError, exchange, type Sent } from './exchange.ts';

/** One call of the api, by the name of its verb and kind: `get-roles`. */
export const call = <T>(verb: string, sent: Sent = {}): Promise<Answer<T>> =>
  exchange(verb, sent, {
    language: i18next.language,
    unreachable: (error) => i18next.t('failedToConnect', { ns: 'common', error }),
  });

/** Whoever called has not signed in, or no longer. */
export const isSignedOut = (error: unknown) =>
  error instanceof CallError && ['sign-in-first', 'session-expired'].includes(error.code);

const unjudged = ['unreachable', 'busy', 'not-ready', 'too-many-requests', 'internal'];

/** Nobody has looked at what was sent: the same may be taken when it is sent again. */
export const isUnjudged = (error: CallError) => isSignedOut(error) || unjudged.includes(error.code);
