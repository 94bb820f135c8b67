import type { Envelope } from '../http/exchange.ts';

interface Brought {
  language?: string;
  /** The answers to what the page asks first, by the calls that they save. */
  answers?: Record<string, Envelope>;
  /** The words for a page whose files cannot be loaded. */
  words?: Readonly<Record<string, string>>;
  /** It was opened from here, or by the visitor himself, and not by a page of another site (S19). */
  isOwnVisit?: boolean;
}

/** What the server put into the page (`api/features/pages`). */
function read(): Brought {
  const element = document.getElementById('answers');
  element?.remove();
  return JSON.parse(element?.textContent || '{}');
}

const { language, answers: brought = {}, words = {}, isOwnVisit = false } = read();

export { isOwnVisit, words };

let answers: Record<string, Envelope> | undefined;

/** The answer to a call: once, since the next one is to learn what has changed. */
export function answered(call: string): Envelope | undefined {
  // Answers may hold sentences, so they are of no use in another language than the page has come to be in.
  answers ??= language === document.documentElement.lang ? brought : {};
  const { [call]: answer, ...rest } = answers;
  answers = rest;
  return answer;
}
