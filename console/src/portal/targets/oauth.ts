import { requestOf } from './authorization-request.ts';
import type { Left, PageRequest, PageTarget } from './page-target.ts';
import { isForm, postForm } from './post-form.ts';

const popupMs = 1000;

/** Sends the answer to the client's page that opened this window, and to no other page (S43). That page closes the window. */
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

/** A client with `noRedirect` gets the answer in a new window. Then both windows close. A browser keeps a tab that its user opened. */
function leave(address: string, request: PageRequest): Left | undefined {
  if (tellOpener(address, request)) return undefined;
  const { query, type } = request;
  const popup = type === 'code' && query.get('noRedirect') === 'true' ? window.open(address) : null;
  if (!popup) {
    location.assign(address);
    return isOfApp(address) ? { app: address } : undefined;
  }
  setTimeout(() => {
    popup.close();
    window.close();
  }, popupMs);
  return 'window';
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
    if (!isForm(answer)) return leave(answer, request);
    postForm(answer);
    return undefined;
  },
};
