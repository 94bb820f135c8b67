import type { ImportedObject, Item } from '../contract.ts';
import { type Losses, lossesOf } from '../reading/losses.ts';
import { storedPhone } from '../reading/phones.ts';
import { cellValue, entriesOf, flagOf } from './cell-values.ts';
import type { Column } from './columns.ts';
import { digestOf, type PasswordCells } from './passwords.ts';
import type { TableRow } from './read-table.ts';

interface Read extends PasswordCells {
  fields: Record<string, unknown>;
  properties: Record<string, string>;
  groups: string[];
  roles: string[];
}

const nothing = (): Read => ({
  ...{ fields: {}, properties: {}, groups: [], roles: [] },
  ...{ password: '', passwordHash: '', passwordType: '', passwordSalt: '' },
});

function readCell(column: NonNullable<Column>, text: string, read: Read, losses: Losses): void {
  if (column.part === 'field') {
    const value = cellValue(column.field, text);
    if (value === undefined) losses.add(`${column.field.name} "${text}"`, 'It has another form than the field.');
    else read.fields[column.field.name] = value;
  } else if (column.part === 'property') read.properties[column.name] = text;
  else if (column.part === 'groups' || column.part === 'roles') read[column.part] = entriesOf(text);
  else if (column.part === 'enabled') {
    const isEnabled = flagOf(text);
    if (isEnabled === undefined) losses.add(`enabled "${text}"`, 'It is no yes or no.');
    else if (!isEnabled) read.fields.isForbidden = true;
  }
  // Blanks can be part of a password.
  else read[column.part] = column.part === 'password' ? text : text.trim();
}

interface Place {
  owner: string;
  /** The prefix of the organization's phones. */
  prefix: string;
}

/** The user of a row. Without a user name, their email is the name. */
export function userItems({ line, cells }: TableRow, columns: readonly Column[], { owner, prefix }: Place): Item[] {
  const losses = lossesOf(`line ${line}`);
  const read = nothing();
  for (const [at, column] of columns.entries()) {
    const text = cells[at] ?? '';
    if (column && text.trim() !== '') readCell(column, text, read, losses);
  }
  const { fields, properties, groups, roles } = read;
  if (typeof fields.phone === 'string') fields.phone = storedPhone(fields.phone, prefix);
  const name = fields.name ?? fields.email;
  if (!name) return [{ from: losses.from, lost: 'the line', why: 'It has no user name and no email.' }];
  const digest = digestOf(read, losses);
  const object: ImportedObject = {
    ...{ kind: 'user', from: losses.from },
    fields: { owner, ...fields, name, ...(Object.keys(properties).length > 0 && { properties }) },
    ...(digest && { digest }),
    ...(groups.length > 0 && { groups }),
    ...(roles.length > 0 && { roles }),
  };
  return [object, ...losses.all];
}
