import type { Sql } from '../../db/knex.ts';
import { networkOf } from '../../http/client-address.ts';
import { isGenerated } from '../../kinds/application/generated-secrets.ts';
import { type Counter, counter, counterFrom, countWrong } from './guesses.ts';

/** Wrong secrets that an address sent for one client: a stranger elsewhere locks nobody out. */
const clientCounter = (clientId: string, address: string) => counter(10, 'client', clientId, networkOf(address));
/** Those for all clients. People's passwords are counted apart, so that neither refuses the other. */
const clientsCounter = (address: string) => counterFrom(50, 'clients', address);

/**
 * What refuses this secret although it may be right: guesses at this client alone, and nothing where the secret is beyond
 * guessing. It is chosen by what was sent, so that time and answer tell nothing of what is stored.
 */
export const countersThatRefuse = (clientId: string, secret: string, address: string): Counter[] =>
  isGenerated(secret) ? [] : [clientCounter(clientId, address)];

/** Counts a wrong secret. The client comes first: a lock of the address must not make guesses at it free. */
export async function countWrongSecret(sql: Sql, clientId: string, address: string, now: Date): Promise<void> {
  await countWrong(sql, [clientCounter(clientId, address)], now);
  await countWrong(sql, [clientsCounter(address)], now);
}
