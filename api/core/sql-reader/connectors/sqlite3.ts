import { DatabaseSync } from 'node:sqlite';
import { type Connector, type KnownProblems, problemIn, type Syntax, type Value } from '../connector.ts';
import { emptySelect } from '../statements.ts';

/** Messages of SQLite. */
const problems: KnownProblems = [
  [/unable to open|not a database|malformed|disk I\/O/, 'no-file'],
  [/no such (table|column)|ambiguous|near "/, 'no-table'],
  [/locked|interrupted|busy/, 'too-slow'],
  [/constraint|readonly|datatype mismatch|too big/, 'write-refused'],
];

const syntax: Syntax = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  parameter: (n) => `?${n}`,
  // Functions of texts end at a NUL byte, and those of bytes do not. A character has at most four.
  asText: (expression, type, most) =>
    type === 'blob' ? `hex(${expression})` : `CAST(substr(CAST(${expression} AS BLOB), 1, ${4 * most}) AS TEXT)`,
  asValue(parameter, type) {
    if (type === 'blob') return `unhex(${parameter})`;
    return type === 'integer' || type === 'real' ? `CAST(${parameter} AS ${type})` : parameter;
  },
  limited: (select, rows) => `${select} LIMIT ${rows}`,
};

/** A file of SQLite. The way to it is checked before (`sqlite-file.ts`), and this thread has no other work. */
export const sqlite3: Connector = {
  syntax,
  async connect({ source, writes }) {
    const file = new DatabaseSync(source.database, { readOnly: !writes, allowExtension: false, timeout: 2000 });
    // A file of somebody else could call functions in its views.
    file.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const run = (text: string, values: readonly Value[]): Value[][] => {
      const statement = file.prepare(text);
      statement.setReturnArrays(true);
      return statement.all(...values) as unknown as Value[][];
    };
    /** A column of SQLite has values of any type. Texts and numbers have no common order as texts. */
    function typeOfKey(table: string, key: string): string {
      const from = table.split('.').map(syntax.quote).join('.');
      const found = run(`SELECT DISTINCT typeof(${syntax.quote(key)}) FROM ${from}`, []).flat();
      const types = found.filter((type) => type !== 'null');
      if (types.length > 1) throw new Error('no such column with one type');
      return types[0] ?? 'text';
    }
    return {
      async describe(table, key) {
        const names = file.prepare(emptySelect(syntax, table)).columns();
        const hasKey = names.some(({ name }) => name === key);
        const type = key && hasKey ? typeOfKey(table, key) : '';
        return names.map(({ name }) => ({ name, type: name === key ? type : '' }));
      },
      query: async (text, values) => run(text, values),
      change: async (text, values) => Number(file.prepare(text).run(...values).changes),
      close: async () => file.close(),
    };
  },
  problemOf: ({ message }) => problemIn(problems, message),
};
