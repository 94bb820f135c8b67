import { parseArgs } from 'node:util';
import { connect } from '@doorwright/api/db/knex.ts';
import { loadUsers } from './many-users.ts';
import { type Figures, measure } from './measure.ts';
import { administrator, startServer } from './server.ts';

/**
 * The searches of the console among many users: an exact name, a beginning, a frequent, a rare and a missing text. First the quick search, then
 * the list of all users and of one organization with the same texts, with its total, and its filters.
 */
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
  const texts = [
    ...['user_4711', 'user_471', 'user', 'ada', 'ada c0ffe', '@example', '13000004711', 'ad', 'a', 'zzzz', 'org-17'],
  ];
  const { rows } = await db.raw("SELECT id FROM users WHERE name = 'user_4711'");
  texts.push(rows[0].id);
  const filters = [
    ...['blocked', 'locked', 'neverSignedIn', 'noSecondFactor'].map((name) => ({ [name]: 'true' })),
    { notSignedInSince: new Date(Date.now() - 300 * 86_400_000).toISOString() },
    { notSignedInSince: new Date(Date.now() - 395 * 86_400_000).toISOString(), text: 'ada', blocked: 'true' },
  ];
  const page = { p: 1, pageSize: 10 };
  const calls: [verb: string, query: Record<string, string | number>][] = [
    ...texts.map((q): (typeof calls)[number] => ['search', { q }]),
    ...[...texts.map((text) => ({ text })), ...filters].flatMap((query): typeof calls => [
      ['get-global-users', { ...page, ...query }],
      ['get-users', { ...page, ...query, owner: 'big' }],
    ]),
  ];
  for (const [verb, query] of calls) {
    const operation = async () => {
      const { body } = await root.get(verb, query);
      if (body.status !== 'ok') throw new Error(`${verb} failed: ${body.msg}`);
    };
    const { body } = await root.get(verb, query);
    const { p, pageSize, ...asked } = query;
    const total = verb === 'search' ? body.data.length : body.data2;
    const what = `${verb} ${JSON.stringify(asked)}: ${total} found`;
    const taken = await measure(processes, { what, operations: 30, operation, atOnce: 1 });
    figures.push(taken);
    console.log(`${taken.what}: p50 ${taken.p50ms} ms, p95 ${taken.p95ms} ms`);
  }
  console.table(Object.fromEntries(figures.map(({ what, ...rest }) => [what, rest])));
  await db.destroy();
} finally {
  await server.stop();
}
