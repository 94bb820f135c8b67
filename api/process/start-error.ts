import { ConfigError } from '../core/config.ts';
import { databaseReasonOf } from '../db/database-failure.ts';
import { DataFolderError } from '../db/embedded.ts';

/** A setting or a circumstance that whoever runs the server must mend: one sentence, no stack. */
export class StartError extends Error {}

/** What the role may not do, and a search path without any schema that is there. */
const ofKeeper = new Set(['42501', '3F000']);
const ofFolder = new Set(['EACCES', 'EDQUOT', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']);
/** What is written to a file that is open already fails without the name of that file. */
const fullDisk = new Set(['EDQUOT', 'ENOSPC']);

export const unusableDatabase = (reason: string | undefined) =>
  new StartError(`The database that DATABASE_URL names cannot be used: ${reason}.`);

/** What the database refuses, or cannot do now, is for whoever keeps it. A mistake in our statements is ours, and told whole. */
export function asDatabaseError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  const reason = databaseReasonOf(error) || (ofKeeper.has(code ?? '') && message.split(' - ').at(-1));
  return reason ? unusableDatabase(reason) : error;
}

/** The sentence that ends a start, if somebody else than we can mend it. */
export function explain(error: unknown, dataDir: string): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError || error instanceof DataFolderError)
    return error.message;
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  if (fullDisk.has(code) || (ofFolder.has(code) && path.startsWith(dataDir)))
    return `The data folder ${dataDir} cannot be used (${code}${path && `, ${path}`}); mend it or set DOORWRIGHT_DATA_DIR to another.`;
  return undefined;
}
