import { Provider } from 'oidc-provider';
import type { Sql } from '../../db/knex.ts';
import { run, runParts, type SqlPart } from '../../db/sql-parts.ts';

/**
 * The parts of the statement; with a condition, only if that has a row. Their names are the same in every request, so
 * that the statement is planned once.
 */
type Write = (there?: string) => Readonly<Record<string, SqlPart>>;

/** The condition for anything to be given, and the refusal if it does not hold. */
interface Condition {
  part: SqlPart;
  refuse: () => Promise<never>;
}

const present = new WeakMap<object, { condition: Condition; writes: Write[] }>();

const gathered = (ctx: object | undefined = Provider.ctx) => ctx && present.get(ctx);

/**
 * From now on writes of the present request wait for `writeGathered`. It gives all in one statement, or nothing if the
 * condition does not hold. Without this, each write happens at once.
 */
export function giveOnlyIf(condition: Condition): void {
  if (!Provider.ctx) throw new Error('nothing is given outside a request');
  present.set(Provider.ctx, { condition, writes: gathered()?.writes ?? [] });
}

export async function write(sql: Sql, made: Write): Promise<void> {
  const waiting = gathered();
  if (waiting) waiting.writes.push(made);
  else for (const part of Object.values(made())) await run(sql, part);
}

/** Outside of the library's own steps, name the context. */
export async function writeGathered(sql: Sql, ctx: object | undefined = Provider.ctx): Promise<void> {
  const waiting = gathered(ctx);
  if (!waiting) return;
  present.delete(ctx as object);
  const { condition, writes } = waiting;
  const named = [{ there: condition.part }, ...writes.map((made) => made('there'))].flatMap(Object.entries);
  const parts: Record<string, SqlPart> = Object.fromEntries(named);
  if (Object.keys(parts).length < named.length) throw new Error('a request gives one of each kind');
  const rows = await runParts(sql, parts, 'SELECT FROM there');
  if (rows.length === 0) await condition.refuse();
}
