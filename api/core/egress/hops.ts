import { Headers, type RequestInit, type Response } from 'undici';

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** Where an answer sends its reader on to. */
export function nextHop({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location');
  return isRedirect(status) && location !== null ? (URL.parse(location, from.href) ?? undefined) : undefined;
}

/** Only what reads follows redirects: what a write carries was meant for one place. */
export const mayFollow = ({ method = 'GET' }: RequestInit) => /^(get|head)$/i.test(method);

const harmless = ['accept', 'accept-language', 'user-agent'];

/** What is sent on to another origin: nothing that could prove to it who asked the first one. */
export function withoutCredentials(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  return { ...init, headers: harmless.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])) };
}
