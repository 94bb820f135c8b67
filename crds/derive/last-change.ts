import type { LastChange, Table } from './tables.ts';

/** A trigger of the database sets the moment. So every writer does it, and a sign-in, which changes other columns, does not. */
export function lastChangeSql(table: Pick<Table, 'name'>, { column, of }: LastChange) {
  const name = `"${table.name}_${column}_set"`;
  const valuesOf = (row: 'OLD' | 'NEW') => `(${of.map((each) => `${row}."${each}"`).join(', ')})`;
  return {
    up: [
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW."${column}" = now();
    RETURN NEW;
  END $$;`,
      `CREATE TRIGGER ${name} BEFORE UPDATE ON "${table.name}" FOR EACH ROW
    WHEN (${valuesOf('OLD')} IS DISTINCT FROM ${valuesOf('NEW')}) EXECUTE FUNCTION ${name}();`,
    ],
    down: [`DROP TRIGGER ${name} ON "${table.name}";`, `DROP FUNCTION ${name};`],
  };
}
