import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '@doorwright/api/db/embedded.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import { user } from '@doorwright/crds/models/user.ts';
import { createClient } from '../harness/client.ts';
import { adminPassword, testKey } from '../harness/template.ts';
import { residentMiB } from './cpu.ts';
import { explainLists } from './explain.ts';
import { loadUsers } from './many-users.ts';
import { type Figures, measure, type Processes } from './measure.ts';
import { rawHashing, rawSelect } from './raw-limits.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    users: { type: 'string', default: '1000000' },
    json: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
  },
});
const count = Number(options.users);
const port = 18_000 + (process.pid % 1000);
const say = (text: string) => console.log(text);

const dataDir = await mkdtemp(join(tmpdir(), 'doorwright-bench-'));
const postgres = await startEmbedded(dataDir, { flags: ['-c', 'shared_buffers=1GB', '-c', 'work_mem=16MB'] });
const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function startServer(): Promise<{ pid: number; readyMs: number; stop: () => Promise<void> }> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['api/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: postgres.url,
      DOORWRIGHT_SECRET_KEY: testKey.toString('base64'),
      DOORWRIGHT_ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('is ready')) break;
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { pid: child.pid as number, readyMs: performance.now() - begun, stop };
}

try {
  await (await startServer()).stop();
  const again = await startServer();
  say(`Start to ready with a migrated database: ${Math.round(again.readyMs)} ms`);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  say(`Idle memory: ${Math.round(residentMiB(again.pid))} MiB`);
  const processes: Processes = { server: again.pid, postgres: postmaster };

  const root = createClient(`http://127.0.0.1:${port}`, { Origin: `http://localhost:${port}` });
  const login = {
    type: 'login',
    application: 'app-built-in',
    organization: 'built-in',
    username: 'admin',
    password: adminPassword,
  };
  await root.post('login', login);
  await root.post('add-organization', { name: 'big' });
  const db = connect(postgres.url);
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
  await take('raw: one row by key over pg', 2000, await rawSelect(postgres.url));
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
  await take('password sign-in', 100, () => createClient(root.url).post('login', login));
  say(`Memory after this: ${Math.round(residentMiB(again.pid))} MiB`);
  console.table(Object.fromEntries(figures.map(({ what, ...rest }) => [what, rest])));
  if (options.json) await writeFile(options.json, JSON.stringify(figures, null, 2));
  await db.destroy();
  await again.stop();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
