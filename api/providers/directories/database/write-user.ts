import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { NewValues } from '../../../core/sql-reader/statements.ts';
import { SourceError } from '../contract.ts';
import { connectTo, inWordsOf } from './connect.ts';
import { fieldOf, kindOf } from './fields.ts';
import { partsOf, type TableColumn } from './mapping.ts';
import { writeValue } from './read-value.ts';
import type { ReaderDeps } from './reader.ts';

/** A joined text cannot be taken apart again, so its columns are written only by columns of their own. */
const isWritable = (column: TableColumn): boolean => partsOf(column).length === 1;

/** A user in the columns of a table. A digest is written only in the format that the table has. */
export function columnsOfUser(syncer: Syncer, user: User, passwordType: string): NewValues {
  const { tableColumns, avatarBaseUrl } = syncer;
  const isReadable = !user.passwordType || user.passwordType === passwordType;
  const written = tableColumns.filter(
    (column) => isWritable(column) && (isReadable || !column.casdoorName.startsWith('Password')),
  );
  return Object.fromEntries(
    written.map(({ name, casdoorName }) => {
      const value = (user as Record<string, unknown>)[fieldOf(casdoorName)];
      return [name, writeValue(kindOf(casdoorName), value, avatarBaseUrl)];
    }),
  );
}

/**
 * Adds a user to the table of a syncer, or changes the row with this key. The key of a new row is the value of its
 * column, or the database makes it.
 */
export async function writeUser(
  syncer: Syncer,
  user: User,
  change: { mode: 'insert' } | { mode: 'update'; key: string },
  deps: ReaderDeps,
): Promise<void> {
  const { table, tablePrimaryKey: key } = syncer;
  const values = columnsOfUser(syncer, user, deps.passwordType);
  const inWords = inWordsOf(syncer);
  const session = await connectTo(syncer, deps, true);
  try {
    if (change.mode === 'insert') {
      await session.insert({ table, set: values });
      return;
    }
    const { [key]: _, ...set } = values;
    const rows = await session.update({ table, key, keyValue: change.key, set });
    if (rows === 0) throw new SourceError({ code: 'database-row-missing', params: { table }, field: 'table' });
  } catch (error) {
    inWords(error);
  } finally {
    await session.close();
  }
}
