import { requestOf } from '../../subject.ts';
import type { PageRequest, PageTarget } from './page-target.ts';
import { isForm, postForm } from './post-form.ts';

const popupMs = 1000;

/**
 * Tells the answer to the client's page that opened this window, and to no other page (S43). That page closes the
 * window.
 */
function tellOpener(address: string, { query, type }: PageRequest): boolean {
  const { origin, protocol, searchParams } = new URL(address);
  const [code, state] = [searchParams.get('code'), searchParams.get('state')];
  const isAsked = type === 'code' && query.get('popup') === '1' && code !== null && /^https?:$/.test(protocol);
  if (!isAsked || !window.opener) return false;
  window.opener.postMessage({ type: 'loginSuccess', data: { code, state } }, origin);
  return true;
}

/** An address outside the web opens an app, and the browser stays on the page. */
const isOfApp = (address: string) => !/^https?:$/.test(new URL(address).protocol);

/** A client with `noRedirect` gets the answer in a new window. Then both windows close. */
function leave(address: string, request: PageRequest): void {
  if (tellOpener(address, request)) return;
  const { query, type } = request;
  const popup = type === 'code' && query.get('noRedirect') === 'true' ? window.open(address) : null;
  if (!popup) return void location.assign(address);
  setTimeout(() => {
    popup.close();
    window.close();
  }, popupMs);
}

/** A client of OAuth or OpenID Connect, or a device. The server says the address, or makes a form to post. */
export const oauthTarget: PageTarget = {
  isAt: (path) => path.endsWith('/oauth/authorize'),
  type: (query) => query.get('response_type') ?? 'code',
  request: (query) => ({ ...Object.fromEntries(query), ...requestOf(query) }),
  continuesSession: true,
  wantsProof: (query) => query.get('prompt')?.split(' ').includes('login') === true,
  leave(request, { data2 }) {
    const answer = String(data2);
    if (isForm(answer)) return void postForm(answer);
    leave(answer, request);
    return isOfApp(answer) ? answer : undefined;
  },
};
