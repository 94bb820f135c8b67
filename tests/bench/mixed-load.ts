import type { Application } from '@doorwright/crds/kinds/application.ts';
import { createOperator, operatorToken } from '../declared/operator.ts';
import { basic, type Client, createClient } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';

const people = 200;

/** The requests of a working day, in turns: users, programs, administrators and an operator. */
export async function mixedLoad(url: string, root: Client) {
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  for (let index = 0; index < people; index++)
    await add(root, 'user', { owner: 'acme', name: `person${index}`, displayName: `Person ${index}`, password });
  const fields = { organization: 'acme', tokenFormat: 'JWT-Empty', grantTypes: ['client_credentials', 'password'] };
  await add(root, 'application', { name: 'app-load', cert: 'cert-built-in', ...fields });
  const application: Application = (await root.get('get-application', { id: 'admin/app-load' })).body.data;
  const headers = basic(application.clientId, application.clientSecret);
  const operator = createOperator(url);
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const files = ['/', '/login', ...Array.from(page.matchAll(/\/assets\/[^"]+/g), ([file]) => file)];

  const token = async (form: Record<string, string>) => {
    const { body, text } = await createClient(url).post('/api/login/oauth/access_token', new URLSearchParams(form), {
      headers,
    });
    const given = (body as unknown as { access_token?: string }).access_token;
    if (!given) throw new Error(text);
    return given;
  };

  const turns: ((index: number) => Promise<unknown>)[] = [
    () => token({ grant_type: 'client_credentials' }),
    async (index) => {
      const username = `person${index % people}`;
      const given = await token({ grant_type: 'password', username, password, scope: 'openid' });
      await createClient(url).get('/api/userinfo', {}, { headers: { Authorization: `Bearer ${given}` } });
    },
    async (index) => {
      const browser = createClient(url, { Origin: url });
      const [username, signIn] = [`person${index % people}`, { type: 'login', application: 'app-load' }];
      await browser.post('login', { ...signIn, organization: 'acme', username, password });
      await browser.get('get-account');
      await browser.post('logout', {});
    },
    // Each search has another text.
    (index) => root.get('get-users', { owner: 'acme', p: 1, pageSize: 20, field: 'name', value: `n${index % 997}` }),
    (index) => root.get('get-applications', { owner: 'admin', p: (index % 3) + 1, pageSize: 10 }),
    (index) => fetch(url + files[index % files.length], { headers: { accept: 'text/html' } }).then((it) => it.text()),
    async (index) => {
      const name = `declared-${index % 50}`;
      const wish = { uid: `uid-${name}`, fields: { displayName: `Declared ${index}` } };
      await operator.put(`organization/admin/${name}`, wish);
    },
    // A client that follows all changes, and leaves during its request.
    async () => {
      const authorization = `Bearer ${operatorToken}`;
      const [signal, headers] = [AbortSignal.timeout(500), { authorization }];
      await fetch(`${url}/declared/v1/changes?since=0&wait=25`, { headers, signal }).catch(() => undefined);
    },
  ];
  let done = 0;

  return {
    get done() {
      return done;
    },
    /** Runs until the signal. A failure ends it, because a server that refuses everything also stores nothing. */
    async run(signal: AbortSignal, atOnce = 8): Promise<void> {
      const worker = async () => {
        while (!signal.aborted) {
          const index = done++;
          await turns[index % turns.length]?.(Math.floor(index / turns.length));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
  };
}
