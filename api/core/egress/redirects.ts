import { Headers, type RequestInit, type Response } from 'undici';

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** The address that a redirect leads to. */
export function redirectTarget({ status, headers }: Pick<Response, 'status' | 'headers'>, from: URL): URL | undefined {
  const location = headers.get('location');
  return isRedirect(status) && location !== null ? (URL.parse(location, from.href) ?? undefined) : undefined;
}

/** Only reads follow redirects. The data of a write was meant for one server. */
export const followsRedirects = ({ method = 'GET' }: RequestInit) => /^(get|head)$/i.test(method);

const harmless = ['accept', 'accept-language', 'user-agent'];

/** The request for another origin, without headers that could prove an identity. */
export function withoutCredentials(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  return { ...init, headers: harmless.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])) };
}
