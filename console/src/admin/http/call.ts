import { type Answer, CallError, exchange, type Sent } from '../../shared/exchange.ts';
import { language } from '../words/catalogues.ts';
import { t } from '../words/translate.ts';
import type { LabelOf } from './in-labels.ts';
import { rememberError } from './told-errors.ts';

interface Asked extends Sent {
  /** The kind whose fields are sent, if the name of the call does not end with it. */
  kind?: string;
  /** The page's label for a field, if it is not the field's title. */
  labelOf?: LabelOf;
}

/** One request to the api, by verb and kind: `get-roles`. An error names fields by their labels on the page. */
export async function call<T>(
  verb: string,
  { kind, labelOf = () => undefined, ...sent }: Asked = {},
): Promise<Answer<T>> {
  try {
    return await exchange(verb, sent, {
      language: language,
      unreachable: (error) => t('common:failedToConnect', { error }),
    });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    rememberError(error);
    if (!(error.fields.length > 0 || 'field' in error.params)) throw error;
    // The code for labels loads after the first error. If that fails, the server's own words stay.
    const told = import('./in-labels.ts').then(({ inLabels }) =>
      inLabels(error, kind ?? verb.replace(/^[a-z]+-/, ''), labelOf),
    );
    throw await told.catch(() => error);
  }
}

/** The caller is not signed in, or no longer. */
export const isSignedOut = (error: unknown) =>
  error instanceof CallError && ['sign-in-first', 'session-expired'].includes(error.code);

const unjudged = ['unreachable', 'busy', 'not-ready', 'too-many-requests', 'internal'];

/** The server did not process the request, so the same request can succeed later. */
export const isUnjudged = (error: CallError) => isSignedOut(error) || unjudged.includes(error.code);
