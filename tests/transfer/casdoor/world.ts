import { people } from './people.ts';
import { type CasdoorData, type CasdoorRecord, worldWithoutUsers } from './records.ts';

export { passkeyPublicKey, password, plainPassword, recoveryCode, totpSecret } from './people.ts';
export type { CasdoorData };

/** A database that runs statements. */
export interface Runner {
  run(text: string): Promise<unknown>;
}

export type Dialect = 'postgres' | 'mysql' | 'sqlite';

/** A realistic Casdoor: two organizations, and the people, keys and programs of years. */
export const casdoorWorld = async (): Promise<CasdoorData> => ({ ...(await worldWithoutUsers()), users: people });

/**
 * The same world as `init_data.json`. There a password without a type is plain text, so each digest has its type, as newer versions
 * write it.
 */
export function asInitData(world: CasdoorData): CasdoorData {
  const types = new Map(world.organizations?.map(({ name, passwordType }) => [name, passwordType]));
  const typed = world.users?.map((user) => ({ passwordType: types.get(user.owner), ...user }));
  return { ...world, users: typed ?? [] };
}

const columnOf = (field: string) =>
  field === 'webauthnCredentials' ? field : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const flagTypes = { postgres: 'boolean', mysql: 'tinyint(1)', sqlite: 'integer' };
const bytesTypes = { postgres: 'bytea', mysql: 'blob', sqlite: 'blob' };

function typeOf(field: string, value: unknown, dialect: Dialect): string {
  if (['owner', 'name', 'id'].includes(field)) return 'varchar(100) NOT NULL';
  if (field === 'webauthnCredentials') return bytesTypes[dialect];
  if (typeof value === 'boolean') return flagTypes[dialect];
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double precision';
  return dialect === 'mysql' ? 'mediumtext' : 'text';
}

/** MySQL reads backslashes in texts, and the others do not. */
const quoted = (text: string, dialect: Dialect) =>
  `'${(dialect === 'mysql' ? text.replaceAll('\\', '\\\\') : text).replaceAll("'", "''")}'`;

function literal(field: string, value: unknown, dialect: Dialect): string {
  if (value === undefined || value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value) : String(Number(value));
  if (typeof value === 'string') return quoted(value, dialect);
  const json = JSON.stringify(value);
  if (field !== 'webauthnCredentials') return quoted(json, dialect);
  const hex = Buffer.from(json).toString('hex');
  return dialect === 'postgres' ? `'\\x${hex}'` : `x'${hex}'`;
}

const nameIn = (dialect: Dialect, name: string) => (dialect === 'mysql' ? `\`${name}\`` : `"${name}"`);

interface Filling {
  dialect: Dialect;
  /** The prefix of all tables, as an operator of Casdoor may configure it. */
  prefix?: string;
}

/** Tables that each Casdoor has, and that say nothing here. */
const always = { verification_record: ['owner', 'name'], record: ['id', 'owner', 'name'] };

function statementsOf(table: string, records: readonly CasdoorRecord[], dialect: Dialect): string[] {
  const samples = new Map<string, unknown>();
  for (const record of records)
    for (const [field, value] of Object.entries(record)) if (!samples.has(field)) samples.set(field, value);
  const name = (text: string) => nameIn(dialect, text);
  const fields = [...samples.keys()];
  const columns = [...samples].map(([field, value]) => `${name(columnOf(field))} ${typeOf(field, value, dialect)}`);
  const rows = records.map((record) => `(${fields.map((field) => literal(field, record[field], dialect)).join(', ')})`);
  return [
    `CREATE TABLE ${name(table)} (${columns.join(', ')})`,
    ...(rows.length > 0
      ? [
          `INSERT INTO ${name(table)} (${fields.map((each) => name(columnOf(each))).join(', ')}) VALUES ${rows.join(', ')}`,
        ]
      : []),
  ];
}

/** Fills a database as Casdoor does: a table for each kind, columns in words with underscores, lists as JSON. */
export async function fillCasdoor(database: Runner, world: CasdoorData, { dialect, prefix = '' }: Filling) {
  for (const [table, columns] of Object.entries(always))
    await database.run(
      `CREATE TABLE ${nameIn(dialect, prefix + table)} (${columns.map((each) => `${nameIn(dialect, each)} varchar(100)`).join(', ')})`,
    );
  for (const [kinds, records] of Object.entries(world))
    for (const statement of statementsOf(prefix + kinds.slice(0, -1), records, dialect)) await database.run(statement);
}
