import { run } from '@doorwright/api/db/sql-parts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, askedIn } from '../../harness/database/statements.ts';
import { startTenants } from '../../harness/world.ts';

type World = Awaited<ReturnType<typeof startTenants>>;

const count = 30_000;
let world: World;
beforeAll(async () => {
  world = await startTenants();
  const { db } = world.app;
  await db.raw(
    `INSERT INTO records (owner, name, created_time, version, organization, "user", client_ip, method, request_uri, action, object, outcome, application)
     SELECT 'acme', gen_random_uuid()::text, date_trunc('month', now()) - n * interval '3 minutes', 1, 'acme', 'user_' || n % 3000,
       '203.0.113.' || n % 250, 'POST', '/api/login\\?id=acme/user_' || n % 3000, (ARRAY['login', 'update-user', 'add-role'])[1 + n % 3], 'user acme/user_' || n % 3000,
       CASE WHEN n % 50 = 0 THEN 'refused' ELSE 'ok' END, 'admin/app_' || n % 40
     FROM generate_series(1, ?) AS n`,
    [count],
  );
  await db.raw('VACUUM ANALYZE records');
}, 120_000);
afterAll(() => world?.app.stop());

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The work of a statement in Postgres: the pages of the database that it reads, and the tables that it reads from end to end. */
async function workOf({ sql, bindings }: Asked) {
  const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`;
  const [row] = await run<{ 'QUERY PLAN': { Plan: Plan }[] }>(world.app.db, { text, values: bindings });
  const plan = row?.['QUERY PLAN'][0]?.Plan as Plan;
  const whole = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] > 1000);
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], whole: whole.map((n) => n['Relation Name']) };
}

/** The statements that read the rows of a page. They may count them too. */
async function listed(query: Record<string, string>): Promise<Asked[]> {
  const asked = await askedIn(world.app, async () => {
    const { body } = await world.root.get('get-records', { p: 1, pageSize: 20, ...query });
    expect(body.status, body.msg).toBe('ok');
  });
  const reads = asked.filter(
    ({ sql }) => /^(select|with found) .* "records"/is.test(sql) && !/^select count/.test(sql),
  );
  expect(reads.length).toBeGreaterThan(0);
  return reads;
}

async function workOfPage(query: Record<string, string>) {
  const works = await Promise.all((await listed(query)).map(workOf));
  return { pages: works.reduce((sum, { pages }) => sum + pages, 0), whole: works.flatMap(({ whole }) => whole) };
}

const filters: Record<string, string>[] = [
  {},
  { createdFrom: new Date(Date.now() - 60 * 86_400_000).toISOString() },
  { user: 'user_17' },
  { object: 'user acme/user_17' },
  { person: 'acme/user_17' },
  { person: 'acme/nobody' },
  { action: 'add-role' },
  { outcome: 'refused' },
  { outcome: 'ok' },
  { application: 'admin/app_7' },
  { text: 'nobody-has-this' },
  { field: 'object', value: 'user_2999' },
  { field: 'requestUri', value: '/api/add-role?id=acme/user_2999' },
  { field: 'application', value: 'app_7' },
  { field: 'organization', value: 'acm' },
  { field: 'name', value: '00000000-0000' },
  { field: 'id', value: '4711' },
  { field: 'requestId', value: 'none' },
  { method: 'DELETE' },
  { protocol: 'saml' },
  { user: 'user_17', action: 'login' },
];

/**
 * A page of 20 rows, each found by an index of three levels, and what leads to them. A search for a text also reads the
 * newest 5,000 rows, on some 160 pages. The table has some 900 pages.
 */
const mostPages = 400;

test.each(filters)(
  'a page of the records by %o reads few pages of the database, whatever their number',
  async (filter) => {
    for (const owner of [{ owner: 'acme' }, {}] as Record<string, string>[]) {
      const { pages, whole } = await workOfPage({ ...owner, ...filter });
      expect(whole).toEqual([]);
      expect(pages).toBeLessThan(mostPages);
    }
  },
);

test('a frequent text is counted once, and its next pages read few pages of the database', async () => {
  const frequent = { owner: 'acme', text: 'user acme' };
  await world.root.get('get-records', { p: 1, pageSize: 20, ...frequent });
  const { pages, whole } = await workOfPage({ ...frequent, p: '2' });
  expect(whole).toEqual([]);
  expect(pages).toBeLessThan(mostPages);
});

test('a search for a text has the total of its rows, and a page beyond the end is the last page', async () => {
  const list = async (p: number) => (await world.root.get('get-records', { p, pageSize: 4, text: 'user_2998' })).body;
  const pages = await Promise.all([1, 2, 3, 9].map(list));
  expect(pages.map(({ data2 }) => data2)).toEqual([10, 10, 10, 10]);
  expect(pages.map(({ data }) => data.length)).toEqual([4, 4, 2, 2]);
  expect(pages[3]?.data).toEqual(pages[2]?.data);
  const all = pages.slice(0, 3).flatMap(({ data }) => data);
  expect(new Set(all.map(({ name }: { name: string }) => name)).size).toBe(10);
  const times = all.map(({ createdTime }: { createdTime: string }) => createdTime);
  expect(times).toEqual([...times].sort().reverse());
  expect((await world.root.get('get-records', { p: 1, pageSize: 4, text: 'nobody-has-this' })).body).toMatchObject({
    ...{ data: [], data2: 0 },
  });
});

test('nobody counts more than ten thousand records: a larger total is an estimate', async () => {
  const asked = await askedIn(world.app, async () => {
    const query = { owner: 'acme', createdFrom: '2000-01-01T00:00:00Z', p: 1, pageSize: 20 };
    const { body } = await world.root.get('get-records', query);
    expect(body.data2).toBeGreaterThan(count * 0.9);
    expect(body.data2).toBeLessThan(count * 1.1);
  });
  const counts = asked.filter(({ sql }) => /^select count\(/.test(sql));
  for (const { sql } of counts) expect(sql).toContain('limit');
  const few = await world.root.get('get-records', { owner: 'acme', p: 1, pageSize: 20, user: 'user_17' });
  expect(few.body.data2).toBe(10);
});

test('a page beyond the end is the last page, even if the estimate is too large', async () => {
  const { db } = world.app;
  const left = 12_000;
  await db.raw(
    "DELETE FROM records WHERE name IN (SELECT name FROM records WHERE owner = 'acme' ORDER BY created_time OFFSET ?)",
    [left],
  );
  const since = '2001-01-01T00:00:00Z';
  // A page beyond the remaining rows, in the first half of the total that the statistics estimate.
  const query = { owner: 'acme', createdFrom: since, pageSize: 20, p: 700 };
  const { data, data2 } = (await world.root.get('get-records', query)).body;
  expect(data2).toBe(left);
  const { rows } = await db.raw("SELECT name FROM records WHERE owner = 'acme' ORDER BY created_time LIMIT 20");
  const names = (each: { name: string }[]) => each.map(({ name }) => name);
  expect(names(data)).toEqual(names(rows).reverse());
});
