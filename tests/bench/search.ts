import { parseArgs } from 'node:util';
import { connect } from '@doorwright/api/db/knex.ts';
import { loadUsers } from './many-users.ts';
import { type Figures, measure } from './measure.ts';
import { administrator, startServer } from './server.ts';

/** The quick search of the console among many users: an exact name, a beginning, a frequent, a rare and a missing text. */
const { values: options } = parseArgs({
  allowPositionals: true,
  options: { users: { type: 'string', default: '1000000' } },
});
const count = Number(options.users);

const server = await startServer();
try {
  const { processes, root } = server;
  await root.post('login', administrator);
  for (let number = 0; number < 200; number++) await root.post('add-organization', { name: `org-${number}` });
  await root.post('add-organization', { name: 'big' });
  const db = connect(server.databaseUrl);
  console.log(`Loading ${count} users …`);
  await loadUsers(db, 'big', count);
  const figures: Figures[] = [];
  for (const q of [
    'user_4711',
    'user_471',
    'user',
    'ada',
    'ada c0ffe',
    '@example',
    '13000004711',
    'ad',
    'a',
    'zzzz',
    'org-17',
  ]) {
    const operation = async () => {
      const { body } = await root.get('search', { q });
      if (body.status !== 'ok') throw new Error(`the search failed: ${body.msg}`);
    };
    const { body } = await root.get('search', { q });
    const taken = await measure(processes, {
      what: `search ${q}: ${body.data.length} found`,
      operations: 30,
      operation,
      atOnce: 1,
    });
    figures.push(taken);
    console.log(`${taken.what}: p50 ${taken.p50ms} ms, p95 ${taken.p95ms} ms`);
  }
  console.table(Object.fromEntries(figures.map(({ what, ...rest }) => [what, rest])));
  await db.destroy();
} finally {
  await server.stop();
}
