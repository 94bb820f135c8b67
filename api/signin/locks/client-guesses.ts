import type { Sql } from '../../db/knex.ts';
import { networkOf } from '../../http/client-address.ts';
import { isGenerated } from '../../kinds/application/generated-secrets.ts';
import { announceGuess, type Counter, counter, counterFrom, countWrong } from './guesses.ts';

/** Wrong secrets of one address for one client. A stranger elsewhere locks nobody out. */
const clientCounter = (clientId: string, address: string) => counter(10, 'client', clientId, networkOf(address));
/**
 * Wrong secrets of one address for all clients. They count apart from users' passwords, so neither locks the other.
 */
const clientsCounter = (address: string) => counterFrom(50, 'clients', address);

/**
 * The counters that refuse even a right secret: guesses at this client alone, and none for a secret that nobody can
 * guess. The sent secret decides, so that time and answer say nothing about the stored one.
 */
export const countersThatRefuse = (clientId: string, secret: string, address: string): Counter[] =>
  isGenerated(secret) ? [] : [clientCounter(clientId, address)];

/** Counts a wrong secret, at the client first. Otherwise guesses at the client would be free during a lock of the address. */
export async function countWrongSecret(sql: Sql, clientId: string, address: string, now: Date): Promise<void> {
  await countWrong(sql, [clientCounter(clientId, address)], now);
  // While no wrong guess is counted, right secrets are compared without a statement.
  announceGuess(sql);
  await countWrong(sql, [clientsCounter(address)], now);
}
