import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './knex.ts';

const againMs = 2_000;

interface Listening {
  channel: string;
  heard: (payload: string) => void;
  /** There is a connection again, and what was said meanwhile is lost. */
  connected: () => void;
}

/** Hears what is said on a channel of the database, over a connection of its own that is made again when it is lost. */
export function listen(
  { db, log }: { db: Db; log: Logger },
  { channel, heard, connected }: Listening,
): { stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let heardSince = Number.POSITIVE_INFINITY;

  function retry(error?: Error): void {
    if (isStopped || timer) return;
    if (error) log.warn({ err: error }, 'Lost the connection that tells of changes');
    client?.removeAllListeners();
    client?.on('error', () => undefined);
    void client?.end().catch(() => undefined);
    // What is lost once is made again at once: until then nobody here knows what others change. One that is lost again and again has to wait.
    const held = performance.now() - heardSince;
    heardSince = Number.POSITIVE_INFINITY;
    timer = setTimeout(
      () => {
        timer = undefined;
        void connect();
      },
      held > againMs ? 0 : againMs,
    );
  }

  async function connect(): Promise<void> {
    client = new pg.Client(db.client.config.connection);
    client.on('error', retry).on('end', () => retry());
    client.on('notification', ({ payload = '' }) => heard(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      heardSince = performance.now();
      connected();
    } catch (error) {
      retry(error as Error);
    }
  }

  const first = connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}
