import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { from, portalSettings } from '../world/portal-world.ts';
import { type AffiliationSource, startAffiliationSource } from './affiliation-source.ts';

let source: AffiliationSource;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  source = await startAffiliationSource();
  app = await startApp({ settings: portalSettings });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(async () => {
  await app.stop();
  source.stop();
});

let applications = 0;
async function applicationWith(affiliationUrl: string): Promise<string> {
  const name = `app-${++applications}`;
  await add(root, 'application', { name, organization: 'acme', cert: 'cert-built-in', affiliationUrl });
  return `admin/${name}`;
}

const both = (places = '/places') => `${source.address}${places}|${source.address}/at`;
const placesOf = async (applicationId: string, client = from(app)) =>
  (await client.get('get-address-options', { applicationId })).body;
const affiliationsAt = async (applicationId: string, code: string, client = from(app)) =>
  (await client.get('get-affiliation-options', { applicationId, code })).body;

describe('the choices of affiliations', () => {
  test('are the addresses of one source and the affiliations of the other, and nothing else of them', async () => {
    const id = await applicationWith(both());
    expect((await placesOf(id)).data).toEqual([
      {
        value: 'fi',
        label: 'Finland',
        children: [
          { value: '1', label: 'Helsinki', children: [] },
          { value: 'oulu/north', label: 'Oulu', children: [] },
        ],
      },
      { value: 'va', label: 'Vatican City', children: [] },
    ]);
    expect((await affiliationsAt(id, '1')).data).toEqual([
      { id: 7, name: 'Aalto' },
      { id: 8, name: 'Hanken' },
    ]);
    expect((await affiliationsAt(id, 'oulu/north')).data).toEqual([{ id: 9, name: 'Harbour' }]);
    expect((await affiliationsAt(id, 'va')).data).toEqual([]);
  });

  test('are fetched once a minute, however many users sign up', async () => {
    const id = await applicationWith(both('/places?once'));
    await Promise.all(Array.from({ length: 10 }, () => placesOf(id)));
    await affiliationsAt(id, '1');
    expect(source.asked.filter((path) => path === '/places?once')).toHaveLength(1);
  });

  test('are fetched for no code that is not among the addresses', async () => {
    const id = await applicationWith(both());
    await placesOf(id);
    const before = source.asked.length;
    for (const code of ['2', '../places', '']) expect((await affiliationsAt(id, code)).code).toBe('missing-parameter');
    expect(source.asked).toHaveLength(before);
  });

  test.each(['/gone', '/inside', '/large', '/words', '/other', '/deep'])(
    'at %s are missing, and the answer says so',
    async (path) => {
      const answer = await placesOf(await applicationWith(both(path)));
      expect(answer).toMatchObject({
        code: 'choices-unavailable',
        msg: 'The choices are not available now. Try again later.',
      });
    },
  );

  test('are empty for an application without both addresses, and no request is sent', async () => {
    const before = source.asked.length;
    for (const url of ['', `${source.address}/places`, `${source.address}/places|`, `|${source.address}/at`])
      expect((await placesOf(await applicationWith(url))).code).toBe('choices-unavailable');
    expect(source.asked).toHaveLength(before);
  });

  test('are given to one network address 120 times in a quarter of an hour', async () => {
    const id = await applicationWith(both());
    const client = from(app);
    const answers = await Promise.all(Array.from({ length: 121 }, () => placesOf(id, client)));
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(120);
    expect(answers.find(({ status }) => status === 'error')?.code).toBe('too-many-requests');
    expect((await placesOf(id)).status).toBe('ok');
  });
});

test('S48 choices inside our own network are fetched for nobody', async () => {
  const id = await applicationWith(both());
  const strict = await startApp({ databaseUrl: app.databaseUrl, settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
  try {
    const before = source.asked.length;
    expect((await placesOf(id, strict.client())).code).toBe('choices-unavailable');
    expect((await affiliationsAt(id, '1', strict.client())).code).toBe('choices-unavailable');
    expect(source.asked).toHaveLength(before);
  } finally {
    await strict.stop();
  }
});
