import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { longestValue } from '../../../core/sql-reader/statements.ts';
import type { PersonDigest, SourceProblem } from '../contract.ts';
import { fieldOf, kindOf, type MappedField } from './fields.ts';
import { readValue } from './read-value.ts';

export type TableColumn = Syncer['tableColumns'][number];

/** The columns of a table that `A+B` reads. */
export const partsOf = ({ name }: Pick<TableColumn, 'name'>): string[] => name.split('+').filter(Boolean);

export const columnsOf = (columns: readonly TableColumn[]): string[] => [...new Set(columns.flatMap(partsOf))];

/** The values of a row by the names of its columns. NULL is empty. */
export type RowValues = ReadonlyMap<string, string>;

export const textOf = (column: TableColumn, row: RowValues): string =>
  partsOf(column)
    .map((part) => row.get(part) ?? '')
    .join(' ')
    .trim();

interface Mapped {
  compared: readonly string[];
  fields: Record<string, unknown>;
  digest?: PersonDigest;
  problem?: SourceProblem;
}

/** Fields that hold a password. They are no fields of the user, because a digest needs its type. */
const passwordFields: readonly MappedField[] = ['Password', 'PasswordSalt'];

interface Rules extends Pick<Syncer, 'tableColumns' | 'avatarBaseUrl'> {
  /** The format of the passwords in the table. */
  passwordType: string;
}

/** What is wrong with a value, or undefined. */
function problemOf(column: TableColumn, text: string, value: unknown): SourceProblem | undefined {
  const params = { column: column.name };
  const kind = kindOf(column.casdoorName);
  // MySQL has the byte 0 for false.
  if (text.length > longestValue || (kind !== 'boolean' && text.includes('\0')))
    return { code: 'value-unreadable', params: { ...params, max: longestValue }, field: 'tableColumns' };
  if (value === undefined)
    return { code: 'value-not-of-type', params: { ...params, type: kind }, field: 'tableColumns' };
  if (column.values.length > 0 && text !== '' && !column.values.includes(text))
    return { code: 'value-not-listed', params, field: 'tableColumns' };
  return;
}

/** The fields of a user from a row. */
export function mapRow(row: RowValues, { tableColumns, avatarBaseUrl, passwordType }: Rules): Mapped {
  const fields: Record<string, unknown> = {};
  const secrets = { password: '', passwordSalt: '' };
  let problem: SourceProblem | undefined;
  for (const column of tableColumns) {
    const { casdoorName } = column;
    const text = textOf(column, row);
    const value = readValue(kindOf(casdoorName), text, avatarBaseUrl);
    problem ??= problemOf(column, text, value);
    if (casdoorName === 'Password') secrets.password = text;
    else if (casdoorName === 'PasswordSalt') secrets.passwordSalt = text;
    // A user always has a time, so an empty one is none.
    else if (text !== '' || kindOf(casdoorName) !== 'time') fields[fieldOf(casdoorName)] = value;
  }
  const hasPassword = tableColumns.some(({ casdoorName }) => passwordFields.includes(casdoorName)) && secrets.password;
  return {
    fields: problem ? {} : fields,
    compared: tableColumns.filter(({ isHashed }) => isHashed).map(({ casdoorName }) => fieldOf(casdoorName)),
    ...(hasPassword && !problem && { digest: { passwordType, ...secrets } }),
    ...(problem && { problem }),
  };
}
