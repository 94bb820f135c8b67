import i18next from 'i18next';

export interface FieldProblem {
  /** Path into the object: `redirectUris[0]`. */
  field: string;
  message: string;
}

interface Envelope {
  status: 'ok' | 'error';
  msg: string;
  code?: string;
  fields?: FieldProblem[];
  data: unknown;
  data2: unknown;
}

/** What the server refused, in the words it has for people, or that it could not be reached. */
export class CallError extends Error {
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  readonly data: unknown;

  constructor({ msg, code = 'internal', fields = [], data }: Pick<Envelope, 'msg' | 'code' | 'fields' | 'data'>) {
    super(msg);
    this.name = 'CallError';
    this.code = code;
    this.fields = fields;
    this.data = data;
  }
}

export interface Answer<T> {
  data: T;
  data2: unknown;
}

interface Sent {
  query?: Record<string, string | number | undefined>;
  /** Makes it a POST. */
  body?: unknown;
  signal?: AbortSignal;
}

/** One call of the api, by the name of its verb and kind: `get-roles`. */
export async function call<T>(verb: string, { query = {}, body, signal }: Sent = {}): Promise<Answer<T>> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  const envelope = await send(`/api/${verb}${search}`, {
    headers: {
      'Accept-Language': i18next.language,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (envelope.status === 'error') throw new CallError(envelope);
  return { data: envelope.data as T, data2: envelope.data2 };
}

async function send(path: string, request: RequestInit): Promise<Envelope> {
  try {
    const response = await fetch(path, request);
    return (await response.json()) as Envelope;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    const msg = i18next.t('failedToConnect', { ns: 'common', error: (error as Error).message });
    throw new CallError({ msg, code: 'unreachable', data: null });
  }
}
