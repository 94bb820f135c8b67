import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callback, careful, createProtocolWorld, type ProtocolWorld, signInAt } from '../protocol/world.ts';
import { pages } from './world/pages.ts';

interface Shown {
  error?: string;
  error_description?: string;
}

const text = pages.find(({ file }) => file === 'developers/mistakes.md')?.text ?? '';

/** The answers that the page shows, by the number of the mistake. */
const shown = new Map(
  text.split(/^## /m).flatMap((section) => {
    const [, number] = section.match(/^(\d+)\. /) ?? [];
    const [, answer] = section.match(/^```json[^\n]*\n([\s\S]*?)^```$/m) ?? [];
    return number && answer ? [[Number(number), JSON.parse(answer) as Shown] as const] : [];
  }),
);

const origin = 'http://localhost:5173';
let time = Date.now();
let world: ProtocolWorld;
let application: Application;
let page: Application;
beforeAll(async () => {
  world = await createProtocolWorld({ now: () => new Date(time) });
  application = await world.application('app-mistaken', { requirePkce: true });
  page = await world.application('app-page', { clientType: 'public' });
});
afterAll(() => world.app.stop());

const ask = async (fields: Record<string, string>, path = '/api/login/oauth/access_token', headers = {}) =>
  (await world.app.anonymous.post(path, new URLSearchParams(fields), { headers })).body as Shown;

const own = () => ({ client_id: application.clientId, client_secret: application.clientSecret });

async function code() {
  const { request, verifier } = await careful(await world.relyingParty(application));
  const { data } = (await signInAt(world.app.client(), request)).body;
  return {
    ...own(),
    grant_type: 'authorization_code',
    code: String(data),
    code_verifier: verifier,
    redirect_uri: callback,
  };
}

async function open(change: (query: URLSearchParams) => void) {
  const { request } = await careful(await world.relyingParty(application));
  change(request.searchParams);
  return world.app.client({ Accept: 'application/json' }).get(request.pathname + request.search);
}

const mistakes: [number, () => Promise<Shown>][] = [
  [1, async () => (await open((query) => query.set('redirect_uri', `${callback}/`))).body as Shown],
  [2, () => ask({ ...own(), client_secret: randomUUID(), grant_type: 'refresh_token', refresh_token: 'any' })],
  [
    3,
    async () => {
      const { headers } = await open((query) => {
        query.delete('code_challenge');
        query.delete('code_challenge_method');
      });
      return Object.fromEntries(new URL(String(headers.get('location'))).searchParams);
    },
  ],
  [4, async () => ask({ ...(await code()), code_verifier: randomUUID() + randomUUID() })],
  [
    5,
    async () => {
      const fields = await code();
      await ask(fields);
      return ask(fields);
    },
  ],
  [
    6,
    async () => {
      const fields = await code();
      time += 61_000;
      return ask(fields);
    },
  ],
  [8, () => ask({ ...own(), grant_type: 'client_credentials' })],
  [
    9,
    () => {
      const fields = { client_id: page.clientId, grant_type: 'refresh_token', refresh_token: 'any' };
      return ask(fields, undefined, { Origin: origin });
    },
  ],
  [10, () => ask({ ...own(), grant_type: 'client_credentials' }, '/oauth/token')],
];

test.each(mistakes)('the guide shows the answer to mistake %i as the server gives it', async (number, make) => {
  const { error, error_description = '' } = await make();
  const words = error_description
    .replaceAll(world.app.url, 'https://id.example.com')
    .replaceAll(page.clientId, 'your-client-id');
  expect({ error, error_description: words }).toEqual(shown.get(number));
});
