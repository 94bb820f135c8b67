import { takeTarget } from '../../session/return-target.ts';
import type { Answer } from '../call.ts';
import type { Door } from './door.ts';

const popupMs = 1000;

/** A form that the server made, sent by this page since no script of another one runs here. */
function post(html: string): void {
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form');
  if (!form) throw new Error('The answer holds no form');
  document.body.append(document.adoptNode(form));
  form.submit();
}

/** Where a client is told that its user signed in. Its address has been judged by the server, as this page was asked for. */
function addressFor({ type, query }: Door, given: string): string {
  const address = query.get('redirect_uri') ?? '';
  const state = query.get('state');
  const values = new URLSearchParams({ ...(state !== null && { state }), iss: location.origin });
  if (type === 'code')
    return `${address}${address.includes('?') ? '&' : '?'}code=${encodeURIComponent(given)}&${values}`;
  const name = type === 'token' ? 'access_token' : type;
  return `${address}#${name}=${encodeURIComponent(given)}&token_type=bearer&${values}`;
}

/** A client that only wants its answer gets it in a window of its own; then both close. */
function leave(address: string, { query, type }: Door): void {
  const popup = type === 'code' && query.get('noRedirect') === 'true' ? window.open(address) : null;
  if (!popup) return void location.assign(address);
  setTimeout(() => {
    popup.close();
    window.close();
  }, popupMs);
}

/** After signing in: back to where one came from, or to the client with what it asked for. */
export function goOn(door: Door, { data, data2 }: Answer<string>): void {
  if (door.type === 'login') location.assign(takeTarget());
  else if (typeof data2 !== 'string') leave(addressFor(door, data), door);
  else if (data2.trimStart().startsWith('<')) post(data2);
  else location.assign(data2);
}
