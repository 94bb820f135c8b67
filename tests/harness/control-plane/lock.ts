import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process holds the lock of that file. It uses SQLite's file lock, because the kernel frees it when
 * its holder ends for any reason. So a lock is never stale.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const database = new DatabaseSync(path);
  try {
    while (!acquired(database)) await delay(250);
    return await work();
  } finally {
    database.close();
  }
}

function acquired(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
