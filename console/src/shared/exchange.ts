import { withSession } from './session-lock.ts';

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
  /** The values for the sentence that need no translation. */
  params?: Params;
  fields?: FieldProblem[];
  data: unknown;
  data2: unknown;
}

/** An error of the server with its text for users, or a failed connection (`unreachable`). */
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
  /** The body, which makes the request a POST: JSON, or a form with a file. */
  body?: unknown;
  signal?: AbortSignal;
}

/** The language of the page and its words for errors. */
interface Speech {
  /** Undefined to send the browser's own languages. */
  language: string | undefined;
  /** The text for a failed connection, with its cause. */
  unreachable: (reason: string) => string | Promise<string>;
}

/** A query string with its question mark and without empty values. */
export function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

const isSignedOut = ({ code }: Envelope) => code === 'sign-in-first' || code === 'session-expired';

/** The data of a response. Throws if the response is an error. */
export function answerOf<T>(envelope: Envelope): Answer<T> {
  if (envelope.status === 'error') throw new CallError(envelope);
  return { data: envelope.data as T, data2: envelope.data2 };
}

/** A response that is not of the api, such as a proxy's error page, becomes an error with its status. */
async function envelopeIn(response: Response): Promise<Envelope> {
  const told = response.headers.get('Content-Type')?.includes('json') ? await response.json() : null;
  if (told?.status === 'ok' || told?.status === 'error') return told;
  throw new Error(`HTTP ${response.status}`);
}

/** Asks the user for a new proof of their identity, and says whether they gave it. */
let askForProof: () => Promise<boolean> = async () => false;

/** The console asks for all of its requests. The portal has `withFreshProof` around those that need it. */
export function setProofDialog(ask: typeof askForProof): void {
  let asking: Promise<boolean> | undefined;
  // Two calls at the same time ask the user once.
  askForProof = () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/**
 * One request to the api, by name: `get-application`. The console and the portal share it. If the api wants a fresh proof of the
 * user's identity, the dialog asks for it, and the request is sent again.
 */
export async function exchange<T>(name: string, sent: Sent, speech: Speech): Promise<Answer<T>> {
  const ask = () => withSession(name, () => envelopeOf(name, sent, speech), isSignedOut);
  const envelope = await ask();
  if (envelope.code !== 'proof-required' || !(await askForProof())) return answerOf(envelope);
  return answerOf(await ask());
}

async function envelopeOf(
  name: string,
  { query = {}, body, signal }: Sent,
  { language, unreachable }: Speech,
): Promise<Envelope> {
  const isForm = body instanceof FormData;
  const request: RequestInit = {
    headers: {
      ...(language && { 'Accept-Language': language }),
      // A save shows what the server stored.
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json', Prefer: 'return=representation' }),
    },
    ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  try {
    return await envelopeIn(await fetch(`/api/${name}${searchOf(query)}`, request));
  } catch (error) {
    if (signal?.aborted) throw error;
    const { message } = error as Error;
    const params = { error: message };
    throw new CallError({ msg: await unreachable(message), code: 'unreachable', params, data: null });
  }
}
