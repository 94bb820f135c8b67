import { usedId } from '../kinds/used-id.ts';
import type { NeverAgain, Table } from './tables.ts';
import { tableName } from './tables.ts';

const used = tableName(usedId);

/** The key of a used value: its kind and the digest of the value. */
export const usedName = (kind: string, value: string) =>
  `'${kind}:' || encode(sha256(convert_to(${value}, 'UTF8')), 'hex')`;

/** The resource that declared the deleted row, within its organization. Applied again, it may use the id again. */
const holder = (kind: string) =>
  `coalesce((SELECT concat_ws(' ', OLD.organization, cluster, namespace, resource) FROM origins
          WHERE owner = 'admin' AND name = '${kind}/' || OLD.owner || '/' || OLD.name), '')`;

/**
 * Triggers of the database keep used values and refuse them to other objects, so no way of writing avoids them. The check runs after the
 * insert, and so sees deletions that the insert waited for.
 */
export function neverAgainSql(table: Pick<Table, 'name'>, { column, kind, constraint, isDeclared }: NeverAgain) {
  const name = `"${table.name}_${column}_never_again"`;
  const keep = `INSERT INTO ${used} (owner, name, created_time, holder)
      VALUES ('admin', ${usedName(kind, `OLD."${column}"`)}, now(), ${isDeclared ? holder(kind) : "''"}) ON CONFLICT (owner, name) DO NOTHING;`;
  const check = `IF EXISTS (SELECT FROM ${used} WHERE owner = 'admin' AND name = ${usedName(kind, `NEW."${column}"`)}) THEN
      RAISE unique_violation USING CONSTRAINT = '${constraint}', MESSAGE = 'this ${column} was used before';
    END IF;`;
  const trigger = (suffix: string, event: string) =>
    `CREATE TRIGGER "${table.name}_${column}_${suffix}" AFTER ${event} EXECUTE FUNCTION ${name}();`;
  const on = `ON "${table.name}" FOR EACH ROW WHEN`;
  return {
    up: [
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' AND OLD."${column}" <> '' THEN
      ${keep}
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
    ${check}
    RETURN NULL;
  END $$;`,
      trigger('given', `INSERT ${on} (NEW."${column}" <> '')`),
      trigger('changed', `UPDATE OF "${column}" ${on} (OLD."${column}" <> NEW."${column}")`),
      trigger('gone', `DELETE ${on} (OLD."${column}" <> '')`),
    ],
    down: [
      ...['given', 'changed', 'gone'].map(
        (each) => `DROP TRIGGER "${table.name}_${column}_${each}" ON "${table.name}";`,
      ),
      `DROP FUNCTION ${name};`,
    ],
  };
}
