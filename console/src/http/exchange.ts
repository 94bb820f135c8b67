export interface FieldProblem {
  /** Path into the object: `redirectUris[0]`. */
  field: string;
  message: string;
}

export type Params = Readonly<Record<string, string | number>>;

export interface Envelope {
  status: 'ok' | 'error';
  msg: string;
  code?: string;
  /** What fills the sentence, as far as it is of no language. */
  params?: Params;
  fields?: FieldProblem[];
  data: unknown;
  data2: unknown;
}

/** What the server refused, in the words it has for people, or that it could not be reached (`unreachable`). */
export class CallError extends Error {
  readonly code: string;
  readonly params: Params;
  readonly fields: readonly FieldProblem[];
  readonly data: unknown;

  constructor({ msg, code = 'internal', params = {}, fields = [], data }: Omit<Envelope, 'status' | 'data2'>) {
    super(msg);
    this.name = 'CallError';
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.data = data;
  }
}

export interface Answer<T> {
  data: T;
  data2: unknown;
}

type Query = Readonly<Record<string, string | number | undefined>>;

export interface Sent {
  query?: Query;
  /** Makes it a POST. */
  body?: unknown;
  signal?: AbortSignal;
}

/** How the pages that call speak. */
interface Speech {
  /** Nothing where the browser's own languages are to be sent. */
  language: string | undefined;
  /** That the server could not be reached, and why. */
  unreachable: (reason: string) => string | Promise<string>;
}

/** A query without what is empty, with its question mark. */
export function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** What an envelope holds; what was refused is thrown. */
export function answerOf<T>(envelope: Envelope): Answer<T> {
  if (envelope.status === 'error') throw new CallError(envelope);
  return { data: envelope.data as T, data2: envelope.data2 };
}

/** What is no answer of the api, such as the page of a proxy before it, is told by its status. */
async function envelopeIn(response: Response): Promise<Envelope> {
  const told = response.headers.get('Content-Type')?.includes('json') ? await response.json() : null;
  if (told?.status === 'ok' || told?.status === 'error') return told;
  throw new Error(`HTTP ${response.status}`);
}

/** One call of the api, by its name: `get-application`. The console and the portal both stand on it. */
export async function exchange<T>(
  name: string,
  { query = {}, body, signal }: Sent,
  { language, unreachable }: Speech,
): Promise<Answer<T>> {
  const request: RequestInit = {
    headers: {
      ...(language && { 'Accept-Language': language }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  let envelope: Envelope;
  try {
    envelope = await envelopeIn(await fetch(`/api/${name}${searchOf(query)}`, request));
  } catch (error) {
    if (signal?.aborted) throw error;
    const { message } = error as Error;
    const params = { error: message };
    throw new CallError({ msg: await unreachable(message), code: 'unreachable', params, data: null });
  }
  return answerOf(envelope);
}
