import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { createOperator, operatorToken } from '../declared/operator.ts';
import { type Client, createClient } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { callback, codeFlow, introspect, token } from './code-flow.ts';

const people = 200;

/** The requests of a working day, in turns: users, programs, administrators and an operator. `hook` receives the changes of roles. */
export async function mixedLoad(url: string, root: Client, hook: string) {
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  for (let index = 0; index < people; index++)
    await add(root, 'user', { owner: 'acme', name: `person${index}`, displayName: `Person ${index}`, password });
  await add(root, 'role', { owner: 'acme', name: 'changed' });
  await add(root, 'webhook', { name: 'load', organization: 'acme', url: hook, events: ['update-role'] });
  const grantTypes = ['authorization_code', 'client_credentials', 'password'];
  const fields = { organization: 'acme', tokenFormat: 'JWT-Empty', redirectUris: [callback], grantTypes };
  await add(root, 'application', { name: 'app-load', cert: 'cert-built-in', enableSigninSession: false, ...fields });
  const application: Application = (await root.get('get-application', { id: 'admin/app-load' })).body.data;
  const operator = createOperator(url);
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const files = ['/', '/login', ...Array.from(page.matchAll(/\/assets\/[^"]+/g), ([file]) => file)];
  const program = createClient(url);
  const personOf = (index: number) => `person${index % people}`;

  const turns: ((index: number) => Promise<unknown>)[] = [
    () => token(application, { grant_type: 'client_credentials' }, program),
    async (index) => {
      const form = { grant_type: 'password', username: personOf(index), password, scope: 'openid' };
      const { access_token } = await token(application, form, program);
      await program.get('/api/userinfo', {}, { headers: { Authorization: `Bearer ${access_token}` } });
      await introspect(application, access_token, program);
    },
    (index) => codeFlow(application, personOf(index), url, program),
    async (index) => {
      const browser = createClient(url, { Origin: url });
      const signIn = { type: 'login', application: 'app-load', organization: 'acme', username: personOf(index) };
      await browser.post('login', { ...signIn, password });
      await browser.get('get-account');
      await browser.post('logout', {});
    },
    // Each search has another text.
    (index) => root.get('get-users', { owner: 'acme', p: 1, pageSize: 20, field: 'name', value: `n${index % 997}` }),
    (index) => root.get('get-applications', { owner: 'admin', p: (index % 3) + 1, pageSize: 10 }),
    (index) => root.get('get-records', { owner: 'acme', p: (index % 5) + 1, pageSize: 20 }),
    (index) => root.post('update-role', { displayName: `Role ${index}` }, { query: { id: 'acme/changed' } }),
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
    /** Runs until the signal, at a steady pace. A failure ends it, because a server that refuses everything also stores nothing. */
    async run(signal: AbortSignal, perSecond: number, atOnce = 8): Promise<void> {
      const begun = performance.now();
      const worker = async () => {
        while (!signal.aborted) {
          const index = done++;
          await delay(Math.max(0, begun + (index * 1000) / perSecond - performance.now()));
          await turns[index % turns.length]?.(Math.floor(index / turns.length));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
  };
}
