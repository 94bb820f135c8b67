import type { Kind } from '../define.ts';
import { migrate } from './migration.ts';
import { type Table, tablesOf } from './tables.ts';

interface Known {
  /** The tables after all existing migrations. */
  tables: readonly Table[];
  /** Names of the existing migrations, without file extension. */
  names: readonly string[];
}

const indented = (statements: readonly string[]) =>
  statements.map((each) => `  ${each.replaceAll('\n', '\n  ')}`).join('\n');

const file = ({ up, down }: { up: string[]; down: string[] }) => `import type { Knex } from 'knex';

// Written by \`npm run generate\` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(\`
${indented(up)}
\`);

export const down = (db: Knex) =>
  db.raw(\`
${indented(down)}
\`);
`;

const index = (names: readonly string[]) => `// Written by \`npm run generate\`: every migration, oldest first.
${names.map((name, i) => `import * as m${i} from './${name}.ts';`).join('\n')}

export const migrations = [
${names.map((name, i) => `  { name: '${name}', ...m${i} },`).join('\n')}
];
`;

/** `2026-11-21T04:30:00.000Z` → `20261121043000`. */
const stamp = (now: Date) => now.toISOString().replace(/\D/g, '').slice(0, 14);

const subject = (before: readonly Table[], after: readonly Table[]) => {
  const known = new Map(before.map((table) => [table.name, JSON.stringify(table)]));
  const changed = after.filter((table) => known.get(table.name) !== JSON.stringify(table)).map((table) => table.name);
  return before.length === 0 ? 'first_tables' : changed.slice(0, 3).join('_') || 'removed_tables';
};

/** The new files under api/db/migrations that make the tables fit the model; empty if they fit already. */
export function migrationFiles(kinds: readonly Kind[], known: Known, now: Date): { path: string; content: string }[] {
  const tables = tablesOf(kinds);
  const steps = migrate(known.tables, tables);
  const snapshot = { path: 'tables.json', content: `${JSON.stringify(tables, null, 2)}\n` };
  if (steps.up.length === 0) return [snapshot, { path: 'index.ts', content: index(known.names) }];
  const name = `${stamp(now)}_${subject(known.tables, tables)}`;
  return [
    { path: `${name}.ts`, content: file(steps) },
    snapshot,
    { path: 'index.ts', content: index([...known.names, name].sort()) },
  ];
}
