import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './knex.ts';

const retryMs = 2_000;

interface Listening {
  channel: string;
  onMessage: (payload: string) => void;
  /** A new connection. Messages in the meantime are lost. */
  onConnected: () => void;
}

/** Listens on a channel of the database over its own connection, and reconnects after a loss. */
export function listen(
  { db, log }: { db: Db; log: Logger },
  { channel, onMessage, onConnected }: Listening,
): { stop: () => Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let connectedSince = Number.POSITIVE_INFINITY;

  function retry(error?: Error): void {
    if (isStopped || timer) return;
    if (error) log.warn({ err: error }, 'Lost the connection for notices of changes');
    client?.removeAllListeners();
    client?.on('error', () => undefined);
    void client?.end().catch(() => undefined);
    // After a long connection, reconnects at once, because until then this process misses changes. After a short
    // one, waits first.
    const connectedMs = performance.now() - connectedSince;
    connectedSince = Number.POSITIVE_INFINITY;
    timer = setTimeout(
      () => {
        timer = undefined;
        connect().catch(retry);
      },
      connectedMs > retryMs ? 0 : retryMs,
    );
  }

  async function connect(): Promise<void> {
    client = new pg.Client(db.client.config.connection);
    client.on('error', retry).on('end', () => retry());
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      connectedSince = performance.now();
      onConnected();
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
