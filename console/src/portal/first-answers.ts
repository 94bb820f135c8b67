import type { Envelope } from '../shared/exchange.ts';

interface Brought {
  language?: string;
  /** The answers to the first calls of the page, by call. */
  answers?: Record<string, Envelope>;
  /** The words for a page whose files cannot be loaded. */
  words?: Readonly<Record<string, string>>;
  /** The visitor opened the page themselves or from one of our pages, not from another site (S19). */
  isOwnVisit?: boolean;
}

/** Reads the data that the server put into the page (`api/features/pages`). */
function read(): Brought {
  const element = document.getElementById('answers');
  element?.remove();
  return JSON.parse(element?.textContent || '{}');
}

const { language, answers: brought = {}, words = {}, isOwnVisit = false } = read();

export { isOwnVisit, words };

let answers: Record<string, Envelope> | undefined;

/** The answer to a call. It is used once, so that a later call sees changes. */
export function firstAnswer(call: string): Envelope | undefined {
  // Answers may hold sentences, so they are of no use in another language.
  answers ??= language === document.documentElement.lang ? brought : {};
  const { [call]: answer, ...rest } = answers;
  answers = rest;
  return answer;
}
