import { type Client, createClient } from '../../../harness/client.ts';
import { password } from '../../../harness/world.ts';
import { asPageAsks } from '../../../protocol/world.ts';
import type { RecipeWorld } from './world.ts';

export interface Page {
  url: URL;
  status: number;
  text: string;
  headers: Headers;
}

/** A browser that goes from a program to Doorwright and back. At Doorwright's page, its person signs in. */
export function createBrowser({ app }: Pick<RecipeWorld, 'app'>, person: string) {
  const clients = new Map<string, Client>();
  const at = (origin: string): Client => {
    const client = clients.get(origin) ?? (origin === app.url ? app.client() : createClient(origin));
    clients.set(origin, client);
    return client;
  };

  async function signIn(page: URL): Promise<URL> {
    const form = { type: 'code', organization: 'acme', username: person, password };
    const { body } = await at(app.url).post('login', form, { query: asPageAsks(page) });
    if (body.status !== 'ok') throw new Error(`${person} cannot sign in: ${body.msg} ${app.logged.at(-1) ?? ''}`);
    return new URL(String(body.data2), app.url);
  }

  async function open(address: string | URL, hops = 0): Promise<Page> {
    const url = new URL(address);
    if (hops > 15) throw new Error(`${url} goes round`);
    const { status, text, headers } = await at(url.origin).get(url.pathname + url.search);
    const location = headers.get('location');
    if (status < 300 || status > 399 || !location) return { url, status, text, headers };
    const next = new URL(location, url);
    const isSignIn = url.origin === app.url && next.origin === app.url && next.searchParams.has('client_id');
    return open(isSignIn ? await signIn(next) : next, hops + 1);
  }

  return { open, at };
}
