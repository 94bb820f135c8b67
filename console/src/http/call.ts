import i18next from 'i18next';
import type { LabelOf } from '../words/in-labels.ts';
import { type Answer, CallError, exchange, type Sent } from './exchange.ts';

interface Asked extends Sent {
  /** Whose fields are sent, where the verb does not end with it. */
  kind?: string;
  /** What the page calls a field, where that is not its title. */
  labelOf?: LabelOf;
}

/** One call of the api, by the name of its verb and kind: `get-roles`. A refusal names fields as the page does. */
export async function call<T>(
  verb: string,
  { kind, labelOf = () => undefined, ...sent }: Asked = {},
): Promise<Answer<T>> {
  try {
    return await exchange(verb, sent, {
      language: i18next.language,
      unreachable: (error) => i18next.t('failedToConnect', { ns: 'common', error }),
    });
  } catch (error) {
    if (!(error instanceof CallError) || !(error.fields.length > 0 || 'field' in error.params)) throw error;
    // What says so is loaded by whoever is refused; where it does not come, the server's own words stand.
    const told = import('../words/in-labels.ts').then(({ inLabels }) =>
      inLabels(error, kind ?? verb.replace(/^[a-z]+-/, ''), labelOf),
    );
    throw await told.catch(() => error);
  }
}

/** Whoever called has not signed in, or no longer. */
export const isSignedOut = (error: unknown) =>
  error instanceof CallError && ['sign-in-first', 'session-expired'].includes(error.code);

const unjudged = ['unreachable', 'busy', 'not-ready', 'too-many-requests', 'internal'];

/** Nobody has looked at what was sent: the same may be taken when it is sent again. */
export const isUnjudged = (error: CallError) => isSignedOut(error) || unjudged.includes(error.code);
