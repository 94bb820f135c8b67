import { type Dispatcher, Headers, type RequestInit, type Response, request, fetch as undiciFetch } from 'undici';

/** The parts of an answer that the gate reads. */
export interface Received extends Pick<Response, 'status' | 'headers'> {
  body: AsyncIterable<Uint8Array> | null;
  /** Ends the answer unread. */
  cancel: () => Promise<void>;
}

/** `fetch` refuses a GET with a body, which webhooks of Casdoor 2022 send. */
async function getWithBody(url: URL, init: RequestInit, dispatcher: Dispatcher): Promise<Received> {
  const { statusCode, headers, body } = await request(url, {
    method: init.method as 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body: String(init.body),
    dispatcher,
    ...(init.signal && { signal: init.signal }),
  });
  const listed = Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return { status: statusCode, headers: new Headers(listed), body, cancel: async () => void body.destroy() };
}

/** Sends one request, and follows no redirect. */
export async function sendRequest(url: URL, init: RequestInit, dispatcher: Dispatcher): Promise<Received> {
  if (init.body && /^get$/i.test(init.method ?? 'GET')) return getWithBody(url, init, dispatcher);
  const { status, headers, body } = await undiciFetch(url, { ...init, redirect: 'manual', dispatcher });
  return { status, headers, body, cancel: async () => void (await body?.cancel()) };
}
