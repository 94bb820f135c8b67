import type { Kind } from '@doorwright/crds';
import { hasOrder, ordersOf } from '@doorwright/crds/derive/orders.ts';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import type { Asked } from '../../harness/database/statements.ts';
import { registry } from '../../harness/database/template.ts';

const listed = registry.kinds.filter((kind) => kind.list && (kind.access?.list || kind.listedBy));
const rows = 2_000;
/** Rows that a plan may sort: those of a page. */
const sortedRows = 100;

let app: TestApp;
let root: Client;
beforeAll(async () => {
  // Without jobs, which would work on the rows.
  app = await startApp({ isDeaf: true });
  root = await app.admin();
  await root.post('add-organization', { name: 'acme' });
  for (const kind of listed) await fill(kind);
  await app.db.raw('VACUUM ANALYZE');
});
afterAll(() => app.stop());

/** Rows of one owner. Their other columns have the default values. */
async function fill(kind: Kind): Promise<void> {
  const tenant = kind.tenant === 'organization' ? ', organization' : '';
  await app.db.raw(
    `INSERT INTO "${tableName(kind)}" (owner, "${kind.key}", created_time${tenant})
     SELECT 'acme', 'row-' || i, now() - i * interval '1 second'${tenant && ", 'acme'"} FROM generate_series(1, ${rows}) AS i`,
  );
}

interface Plan {
  'Node Type': string;
  'Plan Rows': number;
  'Presorted Key'?: string[];
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Sorts of more than a page. Numbers are unique and times hardly ever equal, so a sort after them has nothing to do. */
const sortsIn = (plan: Plan): string[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'].endsWith('Sort') && node['Plan Rows'] > sortedRows)
    .filter((node) => !node['Presorted Key']?.some((key) => /\b(id|created_time)$/.test(key)))
    .map((node) => `${node['Node Type']} of ${node['Plan Rows']} rows`);

async function planOf(sql: string, bindings: readonly unknown[]): Promise<Plan> {
  const asked = sql.replaceAll('?', '\\?').replaceAll(/\$\d+/g, '?');
  const { rows: found } = await app.db.raw(`EXPLAIN (FORMAT JSON) ${asked}`, bindings as never);
  return found[0]['QUERY PLAN'][0].Plan;
}

const list = (kind: Kind, query: Record<string, string | number>) => {
  const path = kind.people && !query.owner ? `get-global-${kind.plural}` : `get-${kind.plural}`;
  return root.get(kind.listedBy ?? path, { p: 1, pageSize: 10, ...query });
};

/** The sorts in the plans of all statements by which a list reads its table in an order. */
async function sortsOf(kind: Kind, query: Record<string, string>): Promise<string[]> {
  const asked: Asked[] = [];
  const note = ({ sql, bindings }: Asked) => void asked.push({ sql, bindings });
  app.db.on('query', note);
  await list(kind, query);
  app.db.off('query', note);
  const ordered = asked.filter(({ sql }) => sql.includes(`"${tableName(kind)}"`) && /order by/i.test(sql));
  expect(ordered, `${kind.kind} by ${query.sortField}`).not.toEqual([]);
  const plans = await Promise.all(ordered.map(({ sql, bindings }) => planOf(sql, bindings)));
  return plans.flatMap(sortsIn);
}

describe('35.38 no page of a list sorts the whole table, whatever order it offers', () => {
  test.each(listed)('$kind', async (kind) => {
    const found: Record<string, string[]> = {};
    for (const { name } of ordersOf(kind))
      for (const isOfOne of [false, true].filter((each) => hasOrder(kind, name, { isOfOne: each }))) {
        const query = { sortField: name, sortOrder: 'ascend', ...(isOfOne && { owner: 'acme' }) };
        const sorts = await sortsOf(kind, query);
        if (sorts.length > 0) found[`${name}${isOfOne ? ' within an owner' : ''}`] = sorts;
      }
    expect(found).toEqual({});
  });

  test('the test sees a sort of a column without an index', async () => {
    const plan = await planOf('SELECT owner, name FROM roles ORDER BY description, owner, name LIMIT $1', [10]);
    expect(sortsIn(plan)).toEqual([`Sort of ${rows} rows`]);
  });

  test('a list refuses every other order, and the list of all organizations refuses the orders of a single one', async () => {
    const refused = { status: 'error', code: 'unknown-column' };
    for (const [kind, sortField, query] of [
      ['user', 'bio', { owner: 'acme' }],
      ['user', 'displayName', {}],
      ['record', 'device', {}],
      ['token', 'user', {}],
      ['role', 'users', {}],
    ] as const) {
      const { body } = await list(registry.named(kind), { ...query, sortField, sortOrder: 'ascend' });
      expect(body, `${kind} by ${sortField}`).toMatchObject(refused);
    }
    expect((await root.get('get-sorted-users', { owner: 'acme', sorter: 'score', limit: 5 })).body.status).toBe('ok');
  });
});
