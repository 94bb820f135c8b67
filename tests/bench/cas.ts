import { parseArgs } from 'node:util';
import { connect } from '@doorwright/api/db/knex.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { basic, createClient } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { measure } from './measure.ts';
import { startServer } from './server.ts';
import { countStatements } from './statements.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '1' } },
});
const operations = Math.ceil(1000 * Number(options.share));

const service = 'https://app.example/page';
const callback = 'https://app.example/callback';

const server = await startServer();
const db = connect(server.databaseUrl);
const statements = await countStatements(db);

async function take(what: string, operation: () => Promise<unknown>): Promise<void> {
  await statements.reset();
  const plan = { what, operations, operation, atOnce: 16, warmUp: operations };
  const { p50ms, p95ms, serverCpuMs, postgresCpuMs } = await measure(server.processes, plan);
  const sql = Math.round(((await statements.count()) / (2 * operations)) * 10) / 10;
  console.log(`${what}: p50 ${p50ms} ms, p95 ${p95ms} ms, CPU ${serverCpuMs} + ${postgresCpuMs} ms, ${sql} statements`);
}

try {
  await add(server.root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(server.root, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password });
  await add(server.root, 'cert', { name: 'cert-es256', cryptoAlgorithm: 'ES256' });
  await add(server.root, 'application', {
    ...{ name: 'app', organization: 'acme', cert: 'cert-es256', enableSigninSession: true },
    ...{ redirectUris: [callback], casServices: [service], casTicketSeconds: 300 },
  });
  const application: Application = (await server.root.get('get-application', { id: 'admin/app' })).body.data;
  const { clientId, clientSecret } = application;
  const user = createClient(server.url);
  const asked = { clientId, responseType: 'code', redirectUri: callback, scope: 'openid', state: 'state' };
  const signIn = (form: object, query: Record<string, string>) =>
    user.post('login', { application: 'app', ...form }, { query });
  await signIn({ type: 'cas', organization: 'acme', username: 'alice', password }, { service });

  const services = createClient(server.url);
  await take('CAS: a ticket in a session, and its validation', async () => {
    const { body } = await signIn({ type: 'cas' }, { service });
    const { text } = await services.get('/cas/acme/app/p3/serviceValidate', { ticket: String(body.data), service });
    if (!text.includes('<cas:user>alice</cas:user>')) throw new Error(text);
  });
  await take('CAS: a ticket in a session alone', () => signIn({ type: 'cas' }, { service }));
  await take('OAuth: a code in a session, and its exchange', async () => {
    const { body } = await signIn({ type: 'code' }, asked);
    const form = { grant_type: 'authorization_code', code: String(body.data), redirect_uri: callback };
    const headers = basic(clientId, clientSecret);
    const { text } = await services.post('/api/login/oauth/access_token', new URLSearchParams(form), { headers });
    if (!text.includes('access_token')) throw new Error(text);
  });
  await take('OAuth: a code in a session alone', () => signIn({ type: 'code' }, asked));
} finally {
  await db.destroy();
  await server.stop();
}
