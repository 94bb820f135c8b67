import type { ComponentType } from 'react';
import type { Word } from '../words.ts';

/** The answer to the question for a second factor, as members of the form. */
export interface FactorFields {
  factorCode?: string;
  /** An answer that is no code, as JSON. */
  factorCredential?: string;
}

export interface FactorFormProps {
  isBusy: boolean;
  /** Sends a code or fetches a challenge: `ask-factor` with the name of the factor. */
  ask: () => Promise<unknown>;
  prove: (fields: FactorFields) => void;
}

/** One second factor on the pages. */
export interface FactorForm {
  name: string;
  /** The link that leads to it from another one. */
  choice: Word;
  /** The sentence above its form. */
  lead: Word;
  /** The keyboard for its code. */
  code?: 'numeric' | 'text';
  /** The page has to ask for the code to be sent. */
  isSent?: true;
  /** Draws a factor that is no code. It stands in a form of the page or of a dialog, so it has none of its own. */
  Form?: ComponentType<FactorFormProps>;
}
