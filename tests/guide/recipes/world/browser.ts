import { type Answered, type Client, createClient } from '../../../harness/client.ts';
import { password } from '../../../harness/world.ts';
import { formIn } from '../../../protocol/saml/world.ts';
import { asPageAsks } from '../../../protocol/world.ts';
import type { RecipeWorld } from './world.ts';

export interface Page {
  url: URL;
  status: number;
  text: string;
  headers: Headers;
}

/** What browsers send when a person opens a page. Programs answer scripts otherwise. */
const navigates = { Accept: 'text/html' };

/** A browser that goes from a program to Doorwright and back. At Doorwright's page, its person signs in. */
export function createBrowser({ app }: Pick<RecipeWorld, 'app'>, person: string) {
  const clients = new Map<string, Client>();
  const at = (origin: string): Client => {
    const client = clients.get(origin) ?? (origin === app.url ? app.client() : createClient(origin, navigates));
    clients.set(origin, client);
    return client;
  };

  /** Signs the person in on the page that a request of OpenID, SAML or CAS led to. Returns where the browser goes on, or the form that it posts. */
  async function signIn(page: URL): Promise<string> {
    const [saml, service] = [page.searchParams.get('saml'), page.searchParams.get('service')];
    const who = { organization: 'acme', username: person, password };
    // Of an address such as /cas/acme/portal/login.
    const application = page.pathname.split('/')[3];
    const target = (): [object, Record<string, string>] => {
      if (saml) return [{ type: 'saml' }, { saml }];
      return service ? [{ type: 'cas', application }, { service }] : [{ type: 'code' }, asPageAsks(page)];
    };
    const [how, query] = target();
    const { body } = await at(app.url).post('login', { ...how, ...who }, { query });
    if (body.status !== 'ok') throw new Error(`${person} cannot sign in: ${body.msg} ${app.logged.at(-1) ?? ''}`);
    return String(body.data2);
  }

  // The server of CAS answers with the page itself. All others send the browser on to it.
  const isSignIn = (from: URL, to: URL) =>
    to.origin === app.url &&
    (to.pathname.startsWith('/cas/') ||
      (from.origin === app.url && ['client_id', 'saml'].some((each) => to.searchParams.has(each))));

  async function arrive(url: URL, { status, text, headers }: Answered, hops: number): Promise<Page> {
    if (hops > 15) throw new Error(`${url} goes round`);
    const location = headers.get('location');
    if (status < 300 || status > 399 || !location) return { url, status, text, headers };
    const next = new URL(location, url);
    if (!isSignIn(url, next)) return open(next, hops + 1);
    const onward = await signIn(next);
    if (!onward.includes('<form')) return open(new URL(onward, app.url), hops + 1);
    const { action, ...fields } = formIn(onward);
    const to = new URL(action);
    const answer = await at(to.origin).post(to.pathname + to.search, new URLSearchParams(fields));
    return arrive(to, answer, hops + 1);
  }

  async function open(address: string | URL, hops = 0): Promise<Page> {
    const url = new URL(address);
    return arrive(url, await at(url.origin).get(url.pathname + url.search), hops);
  }

  /** Confirms the sign-out to which an address leads. Returns where the browser goes on. */
  async function signOut(address: string | URL): Promise<string | null> {
    const url = new URL(address);
    const out = await at(url.origin).get(url.pathname + url.search);
    const page = new URL(String(out.headers.get('location')), url);
    if (page.origin !== app.url) throw new Error(`${url} leads to ${page}, and not to a sign-out`);
    const { text } = await at(app.url).get(page.pathname + page.search);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
    const confirmed = new URLSearchParams({ xsrf, logout: 'yes' });
    return (await at(app.url).post('/api/login/oauth/logout/confirm', confirmed)).headers.get('location');
  }

  return { open, at, signOut };
}
