import { type Answer, exchange, type Sent } from '../http/exchange.ts';
import { isLanguageChosen } from '../words/language.ts';
import { t, wordsAreLoaded } from './words.ts';

/** One call of the api, by its name: `get-application`. */
export const call = <T>(name: string, sent: Sent = {}): Promise<Answer<T>> =>
  exchange(name, sent, {
    // The browser's own languages are what the server told it to fetch ahead with (api/pages/ahead.ts).
    language: isLanguageChosen() ? document.documentElement.lang : undefined,
    async unreachable(error) {
      await wordsAreLoaded();
      return t('failedToConnect', { error });
    },
  });
