import { isLanguageChosen } from '../words/language.ts';
import { t, wordsAreLoaded } from './words.ts';

interface Envelope {
  status: 'ok' | 'error';
  msg: string;
  code?: string;
  fields?: FieldProblem[];
  data: unknown;
  data2: unknown;
}

export interface FieldProblem {
  field: string;
  message: string;
}

/** What the server refused, in the words it has for people, or that it could not be reached (`unreachable`). */
export class Refused extends Error {
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  readonly data: unknown;

  constructor({ msg, code = 'internal', fields = [], data }: Pick<Envelope, 'msg' | 'code' | 'fields' | 'data'>) {
    super(msg);
    this.name = 'Refused';
    this.code = code;
    this.fields = fields;
    this.data = data;
  }
}

export interface Answer<T> {
  data: T;
  data2: unknown;
}

type Values = Readonly<Record<string, string | undefined>>;

interface Sent {
  query?: Values;
  /** Makes it a POST. */
  body?: unknown;
}

export const searchOf = (values: Values): string => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
};

/** One call of the api, by its name: `get-application`. */
export async function call<T>(name: string, { query = {}, body }: Sent = {}): Promise<Answer<T>> {
  const envelope = await send(`/api/${name}${searchOf(query)}`, {
    headers: {
      // The browser's own languages are what the server told it to fetch ahead with (api/pages/ahead.ts).
      ...(isLanguageChosen() && { 'Accept-Language': document.documentElement.lang }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (envelope.status === 'error') throw new Refused(envelope);
  return { data: envelope.data as T, data2: envelope.data2 };
}

async function send(path: string, request: RequestInit): Promise<Envelope> {
  try {
    return (await (await fetch(path, request)).json()) as Envelope;
  } catch (error) {
    await wordsAreLoaded();
    const msg = t('failedToConnect', { error: (error as Error).message });
    throw new Refused({ msg, code: 'unreachable', data: null });
  }
}
