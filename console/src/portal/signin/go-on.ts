import type { Answer } from '../../http/exchange.ts';
import { rememberNotice } from '../../session/notice.ts';
import { takeTarget } from '../../session/return-target.ts';
import type { Door } from './door.ts';

const popupMs = 1000;

/** A form that the server made, sent by this page since no script of another one runs here. */
function post(html: string): void {
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form');
  if (!form) throw new Error('The answer holds no form');
  document.body.append(document.adoptNode(form));
  form.submit();
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

/** After signing in: back to where one came from; or to the client, where the server says, with what it asked for. */
export function goOn(door: Door, { data2 }: Answer<string>): void {
  const answer = String(data2);
  if (door.type === 'login') {
    rememberNotice('signedIn');
    location.assign(takeTarget());
  } else if (answer.trimStart().startsWith('<')) post(answer);
  else leave(answer, door);
}
