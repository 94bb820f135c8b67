import { isFromDatabase } from './database-failure.ts';

/** A connection of the driver. `_activeQuery` is the statement that runs on it. */
export interface Connection {
  processID: number;
  _activeQuery: object | null;
  connection: { stream: { destroy(error: Error): void } };
  once(event: 'end', listener: () => void): void;
}

/** A connection that is not open yet. */
interface Prober {
  processID: number;
  connect(): Promise<unknown>;
  query(text: string, values: unknown[]): Promise<{ rows: { me: number; pids: number[] }[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: () => void): void;
}

const lookEveryMs = 1_000;
/** A longer statement is checked in the database. */
const longStatementMs = 5_000;

const question =
  'SELECT pg_backend_pid() AS me, ARRAY(SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND pid <> pg_backend_pid()) AS pids';

/**
 * Closes connections that will never get an answer, because the database stopped or its machine disappeared
 * silently. The system would notice this after 15 minutes. A statement that merely takes long goes on.
 */
export function createConnectionWatch(open: () => Prober) {
  const watched = new Map<Connection, { asked: object | null; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isSilent = false;
  let isAsking = false;

  const isSame = (connection: Connection, asked: object | null) => connection._activeQuery === asked;

  /** The connections whose statement the database does not know. */
  async function lostOf(stuck: Connection[]): Promise<Connection[]> {
    const prober = open();
    prober.on('error', () => undefined);
    try {
      await prober.connect();
      const { rows } = await prober.query(question, [stuck.map(({ processID }) => processID)]);
      isSilent = false;
      const { me, pids = [] } = rows[0] ?? {};
      // A pooler uses its own process ids, and takes care of the connections behind it.
      return me === prober.processID ? stuck.filter(({ processID }) => !pids.includes(processID)) : [];
    } catch (error) {
      isSilent = !isFromDatabase(error as Error);
      return isSilent ? stuck : [];
    } finally {
      void prober.end().catch(() => undefined);
    }
  }

  async function look(): Promise<void> {
    const now = performance.now();
    const stuck: [Connection, object][] = [];
    for (const [connection, before] of watched) {
      const asked = connection._activeQuery;
      if (!asked || asked !== before.asked) watched.set(connection, { asked, since: now });
      else if (now - before.since >= longStatementMs) stuck.push([connection, asked]);
    }
    if (stuck.length === 0 || isAsking) return;
    isAsking = true;
    const asked = lostOf(stuck.map(([connection]) => connection));
    const lost = new Set(await asked.finally(() => (isAsking = false)));
    for (const [connection, asked] of stuck)
      if (lost.has(connection) && isSame(connection, asked))
        connection.connection.stream.destroy(new Error('Connection terminated: the database did not answer'));
  }

  return {
    /** Tells whether the database was unreachable at the last check. */
    isSilent: () => isSilent,
    add(connection: Connection): void {
      watched.set(connection, { asked: null, since: 0 });
      timer ??= setInterval(() => void look().catch(() => undefined), lookEveryMs).unref();
      connection.once('end', () => {
        watched.delete(connection);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
  };
}
