import { rememberNotice } from '../../browser/notice.ts';
import { takeTarget } from '../../browser/return-target.ts';
import type { Answer } from '../../http/exchange.ts';
import type { Door } from './door.ts';

const popupMs = 1000;

/** A form that the server made, sent by this page since no script of another one runs here. */
function post(html: string): void {
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form');
  if (!form) throw new Error('The answer holds no form');
  document.body.append(document.adoptNode(form));
  form.submit();
}

/** The page of a client that opened this window is told the answer, and it alone (S43); it closes the window. */
function tellOpener(address: string, { query, type }: Door): boolean {
  const { origin, protocol, searchParams } = new URL(address);
  const [code, state] = [searchParams.get('code'), searchParams.get('state')];
  const isAsked = type === 'code' && query.get('popup') === '1' && code !== null && /^https?:$/.test(protocol);
  if (!isAsked || !window.opener) return false;
  window.opener.postMessage({ type: 'loginSuccess', data: { code, state } }, origin);
  return true;
}

/** What is no address of the web opens an app, and leaves the browser where it is. */
const isOfApp = (address: string) => !/^https?:$/.test(new URL(address).protocol);

/** A client that only wants its answer gets it in a window of its own; then both close. */
function leave(address: string, door: Door): void {
  if (tellOpener(address, door)) return;
  const { query, type } = door;
  const popup = type === 'code' && query.get('noRedirect') === 'true' ? window.open(address) : null;
  if (!popup) return void location.assign(address);
  setTimeout(() => {
    popup.close();
    window.close();
  }, popupMs);
}

/**
 * After signing in: back to where one came from; or to the client, where the server says, with what it asked for. Answers
 * the address if it is an app's.
 */
export function goOn(door: Door, { data2 }: Answer<string>): string | undefined {
  const answer = String(data2);
  if (door.type === 'login') {
    rememberNotice('signedIn');
    location.assign(takeTarget());
  } else if (answer.trimStart().startsWith('<')) post(answer);
  else {
    leave(answer, door);
    if (isOfApp(answer)) return answer;
  }
}
