import { randomBytes } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { session as sessionKind } from '@doorwright/crds/kinds/session.ts';
import type { Sql } from '../../db/knex.ts';
import { insertPart, run, runParts } from '../../db/sql-parts.ts';
import { artifactName } from '../../kinds/token/digest-of.ts';

const table = tableName(artifact);
const sessions = tableName(sessionKind);
const model = 'CasTicket';

/** `ST` is a ticket for a service, and `PT` for a service behind another one. With a `PGT`, a service gets tickets of the kind `PT`. */
export type TicketKind = 'ST' | 'PT' | 'PGT';

/** What a ticket says of the sign-in. */
export interface TicketFacts {
  service: string;
  /** The call-back addresses of the services before this one, the nearest first. */
  proxies: readonly string[];
  /** The user has proved their identity for this ticket. */
  isNew: boolean;
  isRemembered: boolean;
  /** Somebody else signed in with the master password (S17). */
  isImpersonated: boolean;
  /** The last proof, and the latest end of the session, as ISO texts. */
  provedTime: string;
  sessionEnd: string;
}

export interface Ticket extends TicketFacts {
  sessionId: string;
  accountId: string;
  clientId: string;
}

/** Services accept 32 characters at least, of letters, digits and dashes (CAS Protocol 3.0, 3.1 and 3.7). */
export const drawTicket = (kind: TicketKind | 'PGTIOU'): string =>
  `${kind}-${BigInt(`0x${randomBytes(18).toString('hex')}`).toString(36)}`;

export const kindOf = (ticket: string): string => ticket.slice(0, ticket.indexOf('-'));

const at = (ticket: string) => artifactName(model, ticket);

/** Gives a ticket in a session. Nothing is given if the session ends meanwhile. */
export async function giveTicket(
  sql: Sql,
  kind: TicketKind,
  { sessionId, accountId, clientId, ...facts }: Ticket,
  { now, expireTime }: { now: Date; expireTime: Date },
): Promise<string | undefined> {
  const ticket = drawTicket(kind);
  const row = {
    ...{ owner: 'admin', name: at(ticket), created_time: now, version: 1, model, payload: JSON.stringify(facts) },
    ...{ session_id: sessionId, account_id: accountId, client_id: clientId, expire_time: expireTime },
  };
  const held = { text: `SELECT id FROM ${sessions} WHERE id = ? AND id <> '' FOR KEY SHARE`, values: [sessionId] };
  const rows = await runParts(sql, { held, given: insertPart(table, row, { there: 'held' }) }, 'SELECT FROM held');
  return rows.length === 1 ? ticket : undefined;
}

interface Row {
  payload: string;
  sessionId: string;
  accountId: string;
  expireTime: Date;
}

const columns = 'payload, session_id AS "sessionId", account_id AS "accountId", expire_time AS "expireTime"';

/** A ticket counts only where it was given: another application does not use it up. */
const where = (ticket: string, clientId: string) => ({
  text: "WHERE owner = 'admin' AND name = ? AND client_id = ? AND client_id <> ''",
  values: [at(ticket), clientId],
});

const ticketOf = (row: Row | undefined, clientId: string, now: Date): Ticket | undefined =>
  row && row.expireTime > now
    ? { ...JSON.parse(row.payload), sessionId: row.sessionId, accountId: row.accountId, clientId }
    : undefined;

/** Uses a ticket up. Of two servers that ask, one gets it (S46). */
export async function useTicket(sql: Sql, ticket: string, clientId: string, now: Date): Promise<Ticket | undefined> {
  const { text, values } = where(ticket, clientId);
  const [row] = await run<Row>(sql, { text: `DELETE FROM ${table} ${text} RETURNING ${columns}`, values });
  return ticketOf(row, clientId, now);
}

/** Reads a ticket that is used more than once. */
export async function readTicket(sql: Sql, ticket: string, clientId: string, now: Date): Promise<Ticket | undefined> {
  const { text, values } = where(ticket, clientId);
  const [row] = await run<Row>(sql, { text: `SELECT ${columns} FROM ${table} ${text}`, values });
  return ticketOf(row, clientId, now);
}

/** Takes back a ticket that nobody got. */
export const dropTicket = (sql: Sql, ticket: string): Promise<number> =>
  sql(table)
    .where({ owner: 'admin', name: at(ticket) })
    .delete();
