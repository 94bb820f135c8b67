import { ConfigError } from '../core/config.ts';
import { DataFolderError } from '../db/data-folder.ts';
import { databaseReasonOf } from '../db/database-failure.ts';

/** A setting or condition that the person who runs the server must correct: one sentence, no stack. */
export class StartError extends Error {}

/** A missing right of the role, and a search path without an existing schema. */
const ofKeeper = new Set(['42501', '3F000']);
const ofFolder = new Set(['EACCES', 'EDQUOT', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']);
/** Errors while writing to an open file do not name the file. */
const fullDisk = new Set(['EDQUOT', 'ENOSPC']);

export const unusableDatabase = (reason: string | undefined) =>
  new StartError(`The database that DATABASE_URL names cannot be used: ${reason}.`);

/**
 * An error that the database's administrator can solve becomes a sentence. A mistake in our statements keeps its
 * stack.
 */
export function asDatabaseError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  const reason = databaseReasonOf(error) || (ofKeeper.has(code ?? '') && message.split(' - ').at(-1));
  return reason ? unusableDatabase(reason) : error;
}

/** The message of a failed start, if the user can solve the problem. Otherwise undefined. */
export function startErrorMessage(error: unknown, dataDir: string): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError || error instanceof DataFolderError)
    return error.message;
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  if (fullDisk.has(code) || (ofFolder.has(code) && path.startsWith(dataDir)))
    return `The data folder ${dataDir} cannot be used (${code}${path && `, ${path}`}). Repair it, or set DOORWRIGHT_DATA_DIR to another folder.`;
  return undefined;
}
