import { type Answer, answerOf, exchange, type Sent, searchOf } from '../shared/exchange.ts';
import { firstAnswer } from './first-answers.ts';
import { t, wordsAreLoaded } from './words.ts';

type Answering = (name: string, query: NonNullable<Sent['query']>) => Answer<unknown>;

let answering: Answering | undefined;

/** Answers all calls in place of the server. The preview has no server. */
export function answerCalls(answer: Answering): void {
  answering = answer;
}

/**
 * Calls the api by the name of a route, such as `get-application`. An answer that came with the page saves the
 * request.
 */
export async function call<T>(name: string, sent: Sent = {}): Promise<Answer<T>> {
  if (answering) return answering(name, sent.query ?? {}) as Answer<T>;
  const envelope = sent.body === undefined && firstAnswer(`${name}${searchOf(sent.query ?? {})}`);
  if (envelope) return answerOf(envelope);
  return exchange(name, sent, {
    language: document.documentElement.lang,
    async unreachable(error) {
      await wordsAreLoaded();
      return t('failedToConnect', { error });
    },
  });
}
