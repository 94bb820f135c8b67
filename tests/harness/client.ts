/** The answer of an endpoint under /api. */
export interface Envelope {
  status: 'ok' | 'error';
  msg: string;
  code?: string;
  fields?: { field: string; message: string }[];
  sub?: string;
  name?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test asserts
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test asserts
  data2: any;
}

export interface Answered {
  status: number;
  headers: Headers;
  body: Envelope;
  text: string;
}

type Query = Record<string, string | number | boolean>;
type Sent = { headers?: Record<string, string>; query?: Query };

const cookiePart = (header: string) => header.split(';')[0] ?? '';

/** Uses fetch like a browser: it keeps cookies. It can also send other credentials. */
type Check = (method: string, path: string, status: number, body: unknown) => void;

export function createClient(url: string, headers: Record<string, string> = {}, check?: Check) {
  const cookies = new Map<string, string>();

  async function request(
    method: string,
    path: string,
    body: unknown,
    { headers: own = {}, query = {} }: Sent = {},
  ): Promise<Answered> {
    const address = new URL(path.startsWith('/') ? path : `/api/${path}`, url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams;
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json', Prefer: 'return=representation' }),
        ...(cookie && { Cookie: cookie }),
        ...headers,
        ...own,
      },
      ...(body !== undefined && { body: isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
    }).catch((error: Error) => {
      // Otherwise it says that the fetch failed, and no more.
      throw new Error(`${method} ${path}: ${error.message}: ${error.cause}`, { cause: error });
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookiePart(header).match(/^(.*?)=(.*)$/) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const answer = isJson ? JSON.parse(text) : {};
    if (isJson) check?.(method, address.pathname, response.status, answer);
    return { status: response.status, headers: response.headers, body: answer, text };
  }

  return {
    url,
    cookies,
    get: (path: string, query: Query = {}, sent: Sent = {}) => request('GET', path, undefined, { ...sent, query }),
    post: (path: string, body?: unknown, sent: Sent = {}) => request('POST', path, body, sent),
  };
}

export type Client = ReturnType<typeof createClient>;

/** The header with which an application authenticates. */
export const basic = (clientId: string, clientSecret: string) => ({
  Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
});
