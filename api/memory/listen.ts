import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../db/knex.ts';
import { channel, tell } from './changes.ts';

const againMs = 2_000;

/**
 * Hears what other replicas change, over a connection of its own. Whenever it was without one, everything is forgotten;
 * where the database cannot tell, memories simply grow old (see remember.ts).
 */
export function listenForChanges({ db, log }: { db: Db; log: Logger }): { stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function retry(error?: Error): void {
    if (isStopped || timer) return;
    if (error) log.warn({ err: error }, 'Lost the connection that tells of changes');
    client?.removeAllListeners();
    client?.on('error', () => undefined);
    void client?.end().catch(() => undefined);
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, againMs);
  }

  async function connect(): Promise<void> {
    client = new pg.Client({ ...db.client.config.connection, keepAlive: true });
    client.on('error', retry).on('end', () => retry());
    client.on('notification', ({ payload }) => tell(db, payload || undefined));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      tell(db);
    } catch (error) {
      retry(error as Error);
    }
  }

  const connected = connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await connected;
      await client?.end().catch(() => undefined);
    },
  };
}
