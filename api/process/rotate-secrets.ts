import type { Kind, Registry } from '@doorwright/crds';
import { mapAt, type SecretPath, secretsOf, valuesAt } from '@doorwright/crds/derive/paths.ts';
import { snake, tableName } from '@doorwright/crds/derive/tables.ts';
import { secretContext } from '../core/objects/storage/rows.ts';
import type { Db } from '../db/knex.ts';
import type { SecretBox } from '../db/secret-box.ts';

const batch = 500;

interface Progress {
  table: string;
  rows: number;
}

/**
 * Encrypts every secret with the current key, some hundred rows at a time, while servers run. Both keys decrypt
 * until it is done. Finished rows are skipped, so an interrupted run continues.
 */
export async function rotateSecrets(
  db: Db,
  registry: Registry,
  box: SecretBox,
  report: (progress: Progress) => void,
): Promise<void> {
  for (const kind of registry.kinds) {
    const paths = secretsOf(kind).filter((path) => !path.digest);
    if (paths.length > 0) report({ table: tableName(kind), rows: await rotateTable(db, kind, paths, box) });
  }
}

type Stored = Record<string, unknown>;

async function rotateTable(db: Db, kind: Kind, paths: readonly SecretPath[], box: SecretBox): Promise<number> {
  const table = tableName(kind);
  const key = snake(kind.key);
  const columns = [...new Set(paths.map((path) => snake(path.field)))];
  // An encrypted text names its key, so rows with another key are found without decryption.
  const old = columns
    .map((column) => `regexp_replace("${column}"::text, :current, '', 'g') LIKE '%dw1:%'`)
    .join(' OR ');
  let rotated = 0;
  for (;;) {
    const count = await db.transaction(async (sql) => {
      const { rows } = await sql.raw(
        `SELECT owner, "${key}" AS key, ${columns.map((each) => `"${each}"`).join(', ')} FROM "${table}" WHERE ${old} LIMIT ${batch} FOR UPDATE`,
        { current: `dw1:${box.currentKeyId}:` },
      );
      for (const row of rows) {
        const again = paths.reduce<Stored>((all, path) => resealed(all, kind, path, box), fieldsOf(row, paths));
        const set = Object.fromEntries(paths.map((path) => [snake(path.field), toColumn(again[path.field])]));
        await sql(table)
          .where({ owner: row.owner, [key]: row.key })
          .update(set);
      }
      return rows.length;
    });
    rotated += count;
    if (count < batch) return rotated;
  }
}

const fieldsOf = (row: Stored, paths: readonly SecretPath[]): Stored =>
  Object.fromEntries(paths.map((path) => [path.field, row[snake(path.field)]]));

const toColumn = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function resealed(object: Stored, kind: Kind, path: SecretPath, box: SecretBox): Stored {
  if (valuesAt(object, path).length === 0) return object;
  const context = secretContext(kind, path);
  return mapAt(object, path, (sealed) => box.seal(box.open(sealed, context), context));
}
