import { usedId } from '../kinds/used-id.ts';
import type { NeverAgain, Table } from './tables.ts';
import { tableName } from './tables.ts';

const used = tableName(usedId);

/** Under what a value is kept: the digest of it, beside the kind that it is an id of. */
export const usedName = (kind: string, value: string) =>
  `'${kind}:' || encode(sha256(convert_to(${value}, 'UTF8')), 'hex')`;

/** The resource that declared the row which goes, within its organization: applied again, it may have the id again. */
const holder = (kind: string) =>
  `coalesce((SELECT concat_ws(' ', OLD.organization, cluster, namespace, resource) FROM origins
          WHERE owner = 'admin' AND name = '${kind}/' || OLD.owner || '/' || OLD.name), '')`;

/**
 * The database itself keeps what an object had and refuses it to others: no way of writing goes around it, whether one row is
 * deleted or an organization with a million. It looks after a row is there: who waited for a deletion sees it then.
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
