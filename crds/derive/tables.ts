import type { Kind } from '../define.ts';
import type { Reference } from '../field.ts';
import { type FieldDescription, fieldsOf } from '../schema/fields.ts';
import { ordersOf } from './orders.ts';

export type ColumnType =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'bigserial'
  | 'double precision'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb';

export interface Column {
  name: string;
  type: ColumnType;
  nullable?: true;
  /** As SQL: the value of the column in rows that existed before it. */
  initial?: string;
}

export interface Index {
  name: string;
  columns: readonly string[];
  unique?: true;
  method?: 'gin';
  where?: string;
}

/** A column whose values are never used again, even after their row is deleted. */
export interface NeverAgain {
  column: string;
  kind: string;
  /** The unique index for existing rows. */
  constraint: string;
  isDeclared?: true;
}

/** A column with the moment of the last change of any of the others. */
export interface LastChange {
  column: string;
  of: readonly string[];
}

export interface Table {
  name: string;
  columns: Column[];
  primaryKey: string[];
  /** Each month of this column has a partition. */
  partitionedBy?: string;
  /** The fill factor of database pages in per cent; 100 by default. */
  fillfactor?: number;
  neverAgain?: NeverAgain;
  lastChange?: LastChange;
  indexes: Index[];
}

/** `createdTime` → `created_time`, `verification-code` → `verification_code`. */
export const snake = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

export const tableName = (kind: Pick<Kind, 'plural'>) => snake(kind.plural);

const columnTypes: Record<FieldDescription['type'], Exclude<ColumnType, 'bigserial'>> = {
  string: 'text',
  integer: 'integer',
  number: 'double precision',
  boolean: 'boolean',
  moment: 'timestamptz',
  array: 'jsonb',
  object: 'jsonb',
};

const empties = { text: '', integer: 0, bigint: 0, 'double precision': 0, boolean: false };

const largestInteger = 2_147_483_647;

const typeOf = ({ type, schema }: FieldDescription) =>
  type === 'integer' && (schema.maximum ?? 0) > largestInteger ? 'bigint' : columnTypes[type];

function sqlLiteral(value: unknown, type: ColumnType): string {
  if (type === 'jsonb') return `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function columnOf(field: FieldDescription): Column {
  const name = snake(field.name);
  if (field.counted) return { name, type: 'bigserial' };
  const type = typeOf(field);
  if (type === 'timestamptz') return field.required ? { name, type } : { name, type, nullable: true };
  // The model's default is for new objects only, so lists and maps of old rows start empty.
  const initial = type === 'jsonb' ? (field.type === 'array' ? [] : {}) : (field.schema.default ?? empties[type]);
  return { name, type, initial: sqlLiteral(initial, type) };
}

/** Fields with a column: all except those that the api computes on reads. */
export const storedFields = (kind: Pick<Kind, 'described'>) => fieldsOf(kind).filter((field) => !field.computed);

/** A column in lower case, for the letters A to Z only. For other letters, databases and their releases differ. */
export const folded = (column: string) => `lower(${column} COLLATE "C")`;

const indexName = (table: string, columns: readonly string[]) =>
  `${table}_${columns.map((each) => each.split(' ')[0]).join('_')}`.slice(0, 60);

/** In a table that grows without end, most rows have the initial choice. Nobody looks these up. */
function usualChoice(kind: Kind, name: string): string {
  const field = kind.partitioned && storedFields(kind).find((each) => each.name === name);
  if (!field) return '';
  return field.schema.enum ? String(field.schema.default ?? '') : '';
}

/** Indexes on references, because renames, deletions and checks look up the objects that refer to another. */
function referenceIndex(table: string, field: FieldDescription & { refers: Reference }): Index | undefined {
  const column = snake(field.name);
  // Nothing follows a reference that keeps its name.
  if (field.name === 'owner' || field.refers.keepsName) return;
  if (field.type === 'array')
    return { name: indexName(table, [column]), columns: [`${column} jsonb_path_ops`], method: 'gin' };
  return { name: indexName(table, [column]), columns: [column] };
}

function indexesOf(kind: Kind, table: string): Index[] {
  const filled = (names: readonly string[]) =>
    names
      .filter((each) => each !== 'owner')
      .map((each) => `${each === 'user' ? '"user"' : snake(each)} <> '${usualChoice(kind, each)}'`);
  const lookups = (kind.lookups ?? []).map((names): Index => {
    const columns = names.map(snake);
    const [where = ''] = filled(names);
    return { name: indexName(table, columns), columns, where };
  });
  const alike = (kind.foundAlike ?? []).map((name): Index => {
    const column = snake(name);
    return { name: `${indexName(table, ['owner', column])}_alike`, columns: ['owner', folded(column)] };
  });
  const unique = (kind.unique ?? []).map((names): Index => {
    const columns = names.map(snake);
    return { name: `${indexName(table, columns)}_unique`, columns, unique: true, where: filled(names).join(' AND ') };
  });
  const newestFirst = kind.list ? [kind.tenant === 'organization' ? 'organization' : 'owner'] : [];
  const lists = newestFirst.map((tenant): Index => {
    const columns = [tenant, 'created_time', kind.key];
    return { name: indexName(table, columns), columns };
  });
  const starts = (kind.list?.columns ?? []).filter(({ search }) => search === 'start').map(({ field }) => snake(field));
  // Records are sealed in the order of their numbers.
  const counted = kind.partitioned ? storedFields(kind).filter((field) => field.counted) : [];
  const numbers = counted.map(({ name }): Index => ({ name: indexName(table, [snake(name)]), columns: [snake(name)] }));
  // Rows of a table that grows without end stay when their object goes. A rename is rare, and reads all of them.
  const references = (kind.partitioned ? [] : storedFields(kind)).flatMap((field) =>
    field.refers ? (referenceIndex(table, field as FieldDescription & { refers: Reference }) ?? []) : [],
  );
  const begun = starts.map(
    (each): Index => ({ name: `${table}_${each}_start`, columns: [`${each} text_pattern_ops`] }),
  );
  return [...unique, ...lookups, ...alike, ...lists, ...begun, ...numbers, ...references];
}

/** The text that a search in several fields reads, as SQL. */
export const searchedText = (kind: Pick<Kind, 'list'>) =>
  (kind.list?.texts ?? []).map((name) => (name === 'user' ? '"user"' : snake(name))).join(" || ' ' || ");

function textIndex(kind: Kind, table: string): Index[] {
  const text = kind.numerous || kind.partitioned ? searchedText(kind) : '';
  return text ? [{ name: `${table}_searched_text`, columns: [`(${text}) gin_trgm_ops`], method: 'gin' }] : [];
}

/** The order of a list by a column, as `orderOf` of the api has it. */
const orderColumns = (kind: Kind, column: string) => [...new Set([column, 'owner', kind.key])];

/** Indexes for sorting rows by a column. Of very many, those of one owner. */
function orderIndexes(kind: Kind, table: string): Index[] {
  if (!kind.list || kind.partitioned) return [];
  const columns = ordersOf(kind).map(({ name }) => snake(name));
  const sorted = kind.numerous
    ? columns
        .filter((column) => !['owner', 'created_time', kind.key].includes(column))
        .map((column) => ['owner', column, kind.key])
    : columns.filter((column) => column !== 'owner').map((column) => orderColumns(kind, column));
  return sorted.map((each): Index => ({ name: indexName(table, each), columns: each }));
}

/** Indexes for lists of very many rows: the newest of all, and texts. The texts that are searched together have one index for all. */
function numerousIndexes(kind: Kind, table: string): Index[] {
  if (!kind.numerous) return [];
  const names = new Set(['name', ...(kind.list?.columns ?? []).map(({ field }) => field)]);
  const searched = storedFields(kind)
    .filter(({ name, type }) => names.has(name) && name !== 'owner' && type === 'string')
    .filter(({ name }) => !kind.list?.texts?.includes(name))
    .map(({ name }) => snake(name));
  return [
    ...searched.map(
      (each): Index => ({ name: `${indexName(table, [each])}_text`, columns: [`${each} gin_trgm_ops`], method: 'gin' }),
    ),
    { name: indexName(table, ['created_time', 'owner']), columns: ['created_time', 'owner', kind.key] },
  ];
}

/** Indexes for named filters of very many rows by a flag, which few rows have. */
function filterIndexes(kind: Kind, table: string): Index[] {
  if (!kind.numerous) return [];
  return (kind.list?.filters ?? []).flatMap(({ name, where }) =>
    'is' in where
      ? [
          {
            name: `${table}_${snake(name)}`,
            columns: ['created_time', 'owner', kind.key],
            where: `${where.is ? '' : 'NOT '}${snake(where.field)}`,
          },
        ]
      : [],
  );
}

/** Removes indexes that equal the beginning of another, because they would only slow down writes. */
function withoutBeginnings(indexes: readonly Index[]): Index[] {
  const isPlain = ({ unique, where, method }: Index) => !unique && !where && !method;
  const begins = (one: Index, other: Index) =>
    one.columns.length < other.columns.length && one.columns.every((column, at) => column === other.columns[at]);
  const plain = indexes.filter(isPlain);
  return indexes.filter((index) => !isPlain(index) || !plain.some((other) => begins(index, other)));
}

const neverAgainOf = (kind: Kind, field: string, table: string): NeverAgain => ({
  column: snake(field),
  kind: kind.name,
  constraint: `${indexName(table, [snake(field)])}_unique`,
  ...(kind.declared && { isDeclared: true }),
});

const lastChangeOf = ({ field, of }: NonNullable<Kind['lastChange']>): LastChange => ({
  column: snake(field),
  of: of.map(snake),
});

export const primaryKeyOf = (kind: Kind): string[] =>
  kind.partitioned ? ['created_time', kind.key] : ['owner', kind.key];

export function tableOf(kind: Kind): Table {
  const name = tableName(kind);
  return {
    name,
    columns: storedFields(kind).map(columnOf),
    primaryKey: primaryKeyOf(kind),
    ...(kind.partitioned && { partitionedBy: 'created_time' }),
    ...(kind.numerous && { fillfactor: 90 }),
    ...(kind.neverAgain && { neverAgain: neverAgainOf(kind, kind.neverAgain, name) }),
    ...(kind.lastChange && { lastChange: lastChangeOf(kind.lastChange) }),
    indexes: withoutBeginnings([
      ...indexesOf(kind, name),
      ...orderIndexes(kind, name),
      ...numerousIndexes(kind, name),
      ...filterIndexes(kind, name),
      ...textIndex(kind, name),
    ]),
  };
}

export const tablesOf = (kinds: readonly Kind[]): Table[] => kinds.map(tableOf);
