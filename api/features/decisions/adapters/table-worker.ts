import { type LookupFunction, Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { problemOf } from './table-problem.ts';

/** What a thread reads. */
export interface TableAddress {
  host: string;
  port: number;
  /** Those of the host that may be called, found out before. */
  addresses: { address: string; family: number }[];
  sslMode: 'disable' | 'require' | 'verify-full';
  user: string;
  password: string;
  database: string;
  table: string;
  mostRows: number;
  mostBytes: number;
  statementMs: number;
}

// A thread of its own, with memory and an environment of its own. Whoever writes an adapter chooses who answers here, and pg
// believes what it is answered: an error without an end keeps it busy for ever, a message of an unknown kind ends its
// process, and what PGPASSWORD and the like hold it would send.
const wanted = workerData as TableAddress;
const columns = ['ptype', 'v0', 'v1', 'v2', 'v3', 'v4', 'v5'];
const lookMs = 10;

/** A socket that goes to the addresses that were looked at, and closes when it is told too much. */
function guardedSocket(): Socket {
  const { host, port, addresses, mostBytes } = wanted;
  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  socket.connect = () => connect({ host, port, lookup });
  const look = setInterval(() => socket.bytesRead > mostBytes && socket.destroy(), lookMs);
  return socket.once('close', () => clearInterval(look));
}

async function read(client: pg.Client): Promise<string[][]> {
  const { table, mostRows, statementMs } = wanted;
  await client.connect();
  await client.query('BEGIN READ ONLY');
  await client.query(`SET LOCAL statement_timeout = ${statementMs}`);
  const { rows } = await client.query<(string | null)[]>({
    text: `SELECT ${columns.map((column) => `${column}::text`)} FROM ${pg.escapeIdentifier(table)}
           WHERE ptype IN ('p', 'g') LIMIT ${mostRows}`,
    rowMode: 'array',
    // Nothing but text is asked for, whatever is said to come.
    types: { getTypeParser: () => String },
  });
  await client.query('COMMIT');
  await client.end();
  return rows.slice(0, mostRows).map((row) => columns.map((_, index) => row[index] ?? ''));
}

const { user, password, database, host, port, sslMode } = wanted;
const client = new pg.Client({
  ...{ user, database, host, port },
  // Given as a text, an empty one would be looked for in the folder of whom the server runs as.
  password: () => password,
  ssl: sslMode === 'disable' ? false : { rejectUnauthorized: sslMode === 'verify-full' },
  stream: guardedSocket,
  application_name: 'doorwright',
});
// What fails is told by whatever waits for it.
client.on('error', () => undefined);
read(client).then(
  (rows) => parentPort?.postMessage({ rows }),
  (error) => parentPort?.postMessage({ problem: problemOf(error) }),
);
