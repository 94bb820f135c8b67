import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEgress } from '@doorwright/api/core/egress/gate.ts';
import { startEmbedded } from '@doorwright/api/db/embedded.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import { openDatabaseReader } from '@doorwright/api/providers/directories/database/reader.ts';
import { syncer } from '@doorwright/crds/kinds/syncer.ts';
import { peakGrowthMiB } from '../harness/peak.ts';

const { values } = parseArgs({ strict: false, options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);

/** Reads a large table as a syncer does, and prints rows a second and the growth of memory. */
const folder = await mkdtemp(join(tmpdir(), 'doorwright-bench-'));
await chmod(folder, 0o755);
const postgres = await startEmbedded(folder);
try {
  const db = connect(postgres.url);
  await db.raw(
    'CREATE TABLE bench_people (id uuid PRIMARY KEY, name text, mail text, first text, last text, blocked boolean)',
  );
  await db.raw(
    `INSERT INTO bench_people SELECT gen_random_uuid(), 'person-' || i, 'person-' || i || '@example.com', 'First', 'Last', i % 50 = 0
      FROM generate_series(1, ?::int) AS i`,
    [rows],
  );
  await db.raw('ANALYZE bench_people');
  await db.destroy();
  const { hostname, port, username, password, pathname } = new URL(postgres.url);
  const column = (name: string, casdoorName: string, type = 'string') => ({
    name,
    casdoorName,
    type,
    isHashed: true,
    values: [],
  });
  const object = syncer.schema.parse({
    ...{ owner: 'admin', name: 'bench', createdTime: new Date().toISOString(), version: 1, organization: 'acme' },
    ...{ databaseType: 'postgres', sslMode: 'disable', host: hostname, port: Number(port) },
    ...{ user: decodeURIComponent(username), password: decodeURIComponent(password), database: pathname.slice(1) },
    ...{ table: 'bench_people', tablePrimaryKey: 'id' },
    tableColumns: [
      ...[column('id', 'Id'), column('name', 'Name'), column('mail', 'Email'), column('first+last', 'DisplayName')],
      column('blocked', 'IsForbidden', 'boolean'),
    ],
  });
  const egress = createEgress({ allow: [], tenants: new Map([['acme', ['127.0.0.0/8', '::1/128']]]) });
  let read = 0;
  const start = performance.now();
  const growth = await peakGrowthMiB(process.pid, async () => {
    const reader = await openDatabaseReader(object, { egress, passwordType: 'plain' });
    for await (const { people } of reader.people({ signal: new AbortController().signal })) read += people.length;
    await reader.close();
  });
  const seconds = (performance.now() - start) / 1000;
  console.info(`${read} rows in ${seconds.toFixed(1)} s: ${Math.round(read / seconds)} a second`);
  console.info(`The peak of memory is ${Math.round(growth)} MiB above the start.`);
  if (read !== rows) process.exitCode = 1;
  await egress.close();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
