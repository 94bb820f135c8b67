import type { Table } from '@doorwright/crds/derive/tables.ts';
import type { Db } from './knex.ts';

/** Any number works if all replicas use the same. */
const lockKey = 7_018_003;

/** Months that get their partition in advance. Later rows go to the default partition. */
const monthsAhead = 3;

const monthStart = (now: Date, offset: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
const day = (date: Date) => date.toISOString().slice(0, 10);

/** `records` and June 2026 → `records_2026_06`. */
const partitionName = (table: string, month: Date) => `${table}_${day(month).slice(0, 7).replace('-', '_')}`;

async function partitionsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await db.raw(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ?::regclass ORDER BY 1',
    [table],
  );
  return rows.map((row: { name: string }) => row.name);
}

/**
 * Creates the partitions of this month and the next ones, and drops those that are too old. One statement drops a
 * month of records, however many there are.
 */
export async function maintainPartitions(
  db: Db,
  tables: readonly Table[],
  { now, keepMonths }: { now: Date; keepMonths: number },
): Promise<void> {
  for (const table of tables.filter((each) => each.partitionedBy)) {
    await db.transaction(async (sql) => {
      await sql.raw('SELECT pg_advisory_xact_lock(?)', [lockKey]);
      const known = new Set(await partitionsOf(sql, table.name));
      if (!known.has(`${table.name}_default`))
        await sql.raw('CREATE TABLE ?? PARTITION OF ?? DEFAULT', [`${table.name}_default`, table.name]);
      for (let offset = 0; offset <= monthsAhead; offset++) await addMonth(sql, table, monthStart(now, offset), known);
      if (keepMonths > 0) await dropBefore(sql, table, monthStart(now, -keepMonths), known);
    });
  }
}

async function addMonth(sql: Db, table: Table, month: Date, known: ReadonlySet<string>): Promise<void> {
  const name = partitionName(table.name, month);
  if (known.has(name)) return;
  const next = monthStart(month, 1);
  const column = table.partitionedBy as string;
  const misplaced = await sql(`${table.name}_default`).where(column, '>=', month).where(column, '<', next).first();
  // Rows that arrived before the partition existed stay in the default partition, which serves them as well.
  if (misplaced) return;
  await sql.raw(`CREATE TABLE ?? PARTITION OF ?? FOR VALUES FROM ('${day(month)}') TO ('${day(next)}')`, [
    name,
    table.name,
  ]);
}

async function dropBefore(sql: Db, table: Table, oldest: Date, known: ReadonlySet<string>): Promise<void> {
  const first = partitionName(table.name, oldest);
  const expired = [...known].filter((name) => /_\d{4}_\d{2}$/.test(name) && name < first);
  for (const name of expired) await sql.raw('DROP TABLE ??', [name]);
  await sql(`${table.name}_default`)
    .where(table.partitionedBy as string, '<', oldest)
    .delete();
}
