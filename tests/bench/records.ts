import { parseArgs } from 'node:util';
import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { type Figures, measure } from './measure.ts';
import { recordCosts } from './record-cost.ts';
import { startServer } from './server.ts';

/** The list of records among a million, with each filter, and what a change costs that writes a record. */
const { values: options } = parseArgs({
  allowPositionals: true,
  options: { records: { type: 'string', default: '1000000' }, only: { type: 'string', default: '' } },
});
const count = Number(options.records);
const targetMs = 150;

/** Varied records of one organization, three seconds apart. One person has made every fortieth. */
async function loadRecords(db: Db): Promise<void> {
  // An index of texts is made several times faster than it grows row by row.
  const { rows } = await db.raw("SELECT indexdef FROM pg_indexes WHERE indexname = 'records_searched_text'");
  await db.raw('DROP INDEX records_searched_text');
  await db.raw(
    `INSERT INTO records (owner, name, created_time, organization, "user", client_ip, method, request_uri, action, object, outcome, reason, request_id, session_id, application)
     SELECT 'big', gen_random_uuid()::text, now() - n * interval '3 seconds', 'big', CASE WHEN n % 40 = 7 THEN 'steward' ELSE 'user_' || n % 20000 END, '203.0.113.' || n % 250,
       CASE WHEN n % 5000 = 0 THEN 'DELETE' ELSE 'POST' END,
       '/api/' || (ARRAY['login','logout','update-user','add-role','login'])[1 + n % 5] || chr(63) || 'id=big/user_' || n % 20000, (ARRAY['login','logout','update-user','add-role','login'])[1 + n % 5], 'user big/user_' || n % 20000, CASE WHEN n % 50 = 0 THEN 'refused' ELSE 'ok' END,
       CASE WHEN n % 50 = 0 THEN 'sign-in-failed' ELSE '' END, gen_random_uuid()::text, gen_random_uuid()::text, 'admin/app_' || n % 40
     FROM generate_series(1, ?) AS n`,
    [count],
  );
  await db.raw(rows[0].indexdef.replace(' ON ONLY ', ' ON '));
  await db.raw('VACUUM ANALYZE records');
}

const server = await startServer();
try {
  const { processes, root } = server;
  await root.post('add-organization', { name: 'big' });
  const db = connect(server.databaseUrl);
  console.log(`Loading ${count} records …`);
  await loadRecords(db);
  const old = new Date(Date.now() - count * 1_500);
  const {
    id,
    name,
    request_id: requestId,
    session_id: sessionId,
  } = await db('records').where({ owner: 'big' }).where('created_time', '<', old).first();
  const figures: Figures[] = [];
  const take = async (what: string, operations: number, operation: (index: number) => Promise<unknown>) => {
    const taken = await measure(processes, { what, operations, operation, atOnce: 2 });
    figures.push(taken);
    console.log(
      `${what}: p50 ${taken.p50ms} ms, p95 ${taken.p95ms} ms, CPU ${taken.serverCpuMs} + ${taken.postgresCpuMs} ms`,
    );
  };
  const week = { createdFrom: new Date(Date.now() - 7 * 86_400_000).toISOString() };
  const filters: Record<string, Record<string, string>> = {
    nothing: {},
    'a time': week,
    'a user': { user: 'user_4711' },
    'a person': { person: 'big/user_4711' },
    'a person of many records': { person: 'big/steward' },
    'a person without records': { person: 'big/nobody' },
    'an object': { object: 'user big/user_4711' },
    'an action': { action: 'add-role' },
    refusals: { outcome: 'refused' },
    'an application': { application: 'admin/app_7' },
    'a request': { requestId },
    'a frequent text': { text: 'update-user' },
    'a rare text': { text: 'user_4711' },
    'a text that nothing has': { text: 'nobody-has-this' },
    'a text in every fortieth': { text: 'app_7' },
    'the end of a long text': { text: '/api/add-role?id=big/user_4713' },
    'a column': { field: 'object', value: 'user_19999' },
    'an address in its column': { field: 'clientIp', value: '203.0.113.50' },
    'an application in its column': { field: 'application', value: 'app_39' },
    'an organization in its column': { field: 'organization', value: 'big' },
    'another organization in its column': { field: 'organization', value: 'nobody' },
    'a URI in its column': { field: 'requestUri', value: '/api/add-role?id=big/user_4713' },
    'the path of a URI in its column': { field: 'requestUri', value: '/api/logout' },
    'a name': { field: 'name', value: name },
    'the start of a name': { field: 'name', value: name.slice(0, 8) },
    'the first sign of a name': { field: 'name', value: name.slice(0, 1) },
    'an ID': { field: 'id', value: String(id) },
    'a session': { sessionId },
    'a method': { method: 'DELETE' },
    'a protocol': { protocol: 'saml' },
    'a user, an action and a time': { user: 'user_4711', action: 'login', ...week },
    'refusals of an action with a text': { outcome: 'refused', action: 'login', text: '203.0.113.50' },
  };
  const wanted = Object.entries(filters).filter(([what]) => what.includes(options.only));
  for (const [what, filter] of wanted) {
    const page = async (owner: Record<string, string>) => {
      const { body } = await root.get('get-records', { ...owner, p: 1, pageSize: 20, ...filter });
      if (body.status !== 'ok') throw new Error(`the list failed: ${body.msg}`);
    };
    await take(`records by ${what}`, 40, () => page({ owner: 'big' }));
    await take(`records of all organizations by ${what}`, 40, () => page({}));
  }
  if (!options.only) {
    await take('records, page 1,000', 40, () => root.get('get-records', { owner: 'big', p: 1000, pageSize: 20 }));
    await root.post('add-role', { owner: 'big', name: 'changed' });
    await take('a change over HTTP, with its record', 1_000, (index) =>
      root.post('update-role', { displayName: `name ${index}` }, { query: { id: 'big/changed' } }),
    );
  }
  console.table(Object.fromEntries(figures.map(({ what, ...rest }) => [what, rest])));
  const slow = figures.filter(({ what, p95ms }) => what.startsWith('records') && p95ms > targetMs);
  for (const { what, p95ms } of slow) console.error(`${what}: p95 ${p95ms} ms, and the target is ${targetMs} ms`);
  if (slow.length > 0) process.exitCode = 1;
  if (!options.only) console.table(await recordCosts(db, processes.postgres));
  await db.destroy();
} finally {
  await server.stop();
}
