import { randomUUID } from 'node:crypto';
import { type RequestContext, record } from '@doorwright/api/core/objects/history/records.ts';
import type { Db, Sql } from '@doorwright/api/db/knex.ts';
import { nanosecondsOf } from './cpu.ts';

const operations = 200;
const warmUp = 3;

interface Cost {
  /** CPU milliseconds of one operation: of the code of the api, and of Postgres. */
  apiMs: number;
  postgresMs: number;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The costs of each round. */
interface Rounds {
  apiMs: number[];
  postgresMs: number[];
}

/** The cost of each operation. They run in turns, because the speed of a machine varies more than they do. */
async function costsOf(
  postgres: number,
  rounds: number,
  kinds: Readonly<Record<string, (index: number) => Promise<unknown>>>,
): Promise<Record<string, Rounds>> {
  const taken = Object.keys(kinds).map((what) => ({ what, apiMs: [] as number[], postgresMs: [] as number[] }));
  for (let round = 0; round < rounds + warmUp; round++)
    for (const { what, apiMs, postgresMs } of taken) {
      const before = { api: process.cpuUsage(), postgres: nanosecondsOf(postgres) };
      for (let index = 0; index < operations; index++) await kinds[what]?.(round * operations + index);
      const api = process.cpuUsage(before.api);
      if (round < warmUp) continue;
      apiMs.push((api.user + api.system) / 1e3 / operations);
      postgresMs.push((nanosecondsOf(postgres) - before.postgres) / 1e6 / operations);
    }
  return Object.fromEntries(taken.map(({ what, ...costs }) => [what, costs]));
}

const typical = ({ apiMs, postgresMs }: Rounds): Cost => ({ apiMs: median(apiMs), postgresMs: median(postgresMs) });

/** What records add to an operation, by the rounds in which both ran one after the other. */
function added(costs: Rounds, without: Rounds, records: number): Cost {
  const each = (values: number[], others: number[]) =>
    median(values.map((value, round) => (value - (others[round] ?? 0)) / records));
  return { apiMs: each(costs.apiMs, without.apiMs), postgresMs: each(costs.postgresMs, without.postgresMs) };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/**
 * What a record costs in a change that commits anyway: the change with records less the change without. It runs the code of the server in this process.
 */
export async function recordCosts(db: Db, postgres: number, rounds = 60): Promise<Record<string, Cost>> {
  await db.raw('CREATE TABLE bench_rows (id bigserial PRIMARY KEY, text text)');
  const context = (index: number): RequestContext => ({
    ...{ caller: { type: 'anonymous' }, now: new Date(), method: 'POST', uri: '/api/login', action: 'login' },
    ...{ clientIp: `203.0.113.${index % 250}`, application: `admin/app_${index % 40}` },
    source: { requestId: randomUUID(), userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' },
  });
  const write = (sql: Sql, of: RequestContext, index: number) => {
    const user = { owner: 'big', name: `user_${index % 20_000}` };
    const subject = { organization: 'big', object: `user big/${user.name}`, user, session: of.source?.requestId ?? '' };
    return record({ sql }, of, subject);
  };
  const change = (records: number) => (index: number) => {
    // The request has it in any case.
    const request = context(index);
    return db.transaction(async (sql) => {
      await sql.raw('INSERT INTO bench_rows (text) VALUES (?)', [`row ${index}`]);
      for (let at = 0; at < records; at++) await write(sql, request, index * records + at);
    });
  };
  const costs = await costsOf(postgres, rounds, {
    'a round trip': () => db.raw('SELECT 1 WHERE ? = 1', [1]),
    'an empty transaction': () => db.transaction(async () => undefined),
    'a change of one row, without a record': change(0),
    'the same change with a record': change(1),
    'the same change with ten records': change(10),
    'a record alone, with its commit': (index) => write(db, context(index), index),
  });
  const of = (what: string) => costs[what] as Rounds;
  const without = of('a change of one row, without a record');
  const all: Record<string, Cost> = {
    ...Object.fromEntries(Object.entries(costs).map(([what, rounds]) => [what, typical(rounds)])),
    'a record, in a change that commits anyway': added(of('the same change with a record'), without, 1),
    'each of ten records, in such a change': added(of('the same change with ten records'), without, 10),
  };
  return Object.fromEntries(
    Object.entries(all).map(([what, { apiMs, postgresMs }]) => [
      what,
      { apiMs: rounded(apiMs), postgresMs: rounded(postgresMs), bothMs: rounded(apiMs + postgresMs) },
    ]),
  );
}
