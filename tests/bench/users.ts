import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connect } from '@doorwright/api/db/knex.ts';
import { user } from '@doorwright/crds/kinds/user.ts';
import { createClient } from '../harness/client.ts';
import { residentMiB } from './cpu.ts';
import { explainLists } from './explain.ts';
import { loadUsers } from './many-users.ts';
import { type Figures, measure } from './measure.ts';
import { rawHashing, rawSelect } from './raw-limits.ts';
import { administrator, startServer } from './server.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    users: { type: 'string', default: '1000000' },
    json: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
  },
});
const count = Number(options.users);
const say = (text: string) => console.log(text);

const server = await startServer();
try {
  const { processes, root } = server;
  say(`Start to ready with a migrated database: ${Math.round(server.readyMs)} ms`);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  say(`Idle memory: ${Math.round(residentMiB(processes.server))} MiB`);
  await root.post('add-organization', { name: 'big' });
  const db = connect(server.databaseUrl);
  say(`Loading ${count} users …`);
  await loadUsers(db, 'big', count);
  if (options.explain) await explainLists(db, say);

  const figures: Figures[] = [];
  const take = async (what: string, operations: number, operation: (index: number) => Promise<unknown>, atOnce = 4) => {
    const taken = await measure(processes, { what, operations, operation, atOnce });
    figures.push(taken);
    say(
      `${taken.what}: p50 ${taken.p50ms} ms, p95 ${taken.p95ms} ms, CPU ${taken.serverCpuMs} + ${taken.postgresCpuMs} ms`,
    );
  };
  const users = async (query: Record<string, string | number>) => {
    const { body } = await root.get('get-users', { owner: 'big', pageSize: 10, p: 1, ...query });
    if (body.status !== 'ok' || (body.data.length === 0 && body.data2 > 0))
      throw new Error(`the list failed: ${body.msg}`);
  };
  const lastPage = Math.ceil(count / 10);
  await take('raw: one row by key over pg', 2000, await rawSelect(server.databaseUrl));
  await take('raw: argon2id hash', 50, rawHashing, 2);
  await take('users, page 1', 300, () => users({}));
  await take('users, page 5,000', 200, () => users({ p: Math.min(5000, lastPage) }));
  for (const { field } of user.list?.columns ?? []) {
    await take(`users sorted by ${field}, page 1`, 100, () => users({ sortField: field, sortOrder: 'ascend' }));
    await take(`users sorted by ${field}, page 5,000`, 40, () =>
      users({ sortField: field, sortOrder: 'descend', p: Math.min(5000, lastPage) }),
    );
  }
  for (const [field, value] of [
    ['name', '4711'],
    ['displayName', 'ada'],
    ['email', 'example'],
    ['affiliation', 'company 17'],
    ['phone', '300'],
  ] as const) {
    await take(`users with ${value} in ${field}`, 40, () => users({ field, value }));
    await take(`users with ${value} in ${field}, sorted by name`, 40, () =>
      users({ field, value, sortField: 'name', sortOrder: 'ascend' }),
    );
  }
  await take('one user', 500, (index) => root.get('get-user', { id: `big/user_${1 + (index % count)}` }));
  await take('password sign-in', 100, () => createClient(root.url).post('login', administrator));
  say(`Memory after this: ${Math.round(residentMiB(processes.server))} MiB`);
  console.table(Object.fromEntries(figures.map(({ what, ...rest }) => [what, rest])));
  if (options.json) await writeFile(options.json, JSON.stringify(figures, null, 2));
  await db.destroy();
} finally {
  await server.stop();
}
