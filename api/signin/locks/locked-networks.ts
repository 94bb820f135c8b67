import { tableName } from '@doorwright/crds/derive/tables.ts';
import { guessCount } from '@doorwright/crds/kinds/guess-count.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Sql } from '../../db/knex.ts';
import { addressCounter } from './guesses.ts';

/** The addresses of the last hour are those from which the user tries now. */
const searchedMs = 3_600_000;
const mostAddresses = 20;

/** An address from which nobody may try now, because too many wrong guesses at anybody came from its network. */
export interface LockedNetwork {
  address: string;
  until: Date;
}

/** The locked ones among the networks that the user last signed in from, or was lately refused from. */
export async function lockedNetworksOf(
  sql: Sql,
  { owner, name, lastSigninIp }: Pick<User, 'owner' | 'name' | 'lastSigninIp'>,
  now: Date,
): Promise<LockedNetwork[]> {
  const refused: string[] = await sql(tableName(record))
    .where({ owner, object: `user ${owner}/${name}`, outcome: 'refused' })
    .where('created_time', '>=', new Date(now.getTime() - searchedMs))
    .orderBy('created_time', 'desc')
    .limit(200)
    .pluck('client_ip');
  const addresses = [...new Set([lastSigninIp, ...refused].filter(Boolean))].slice(0, mostAddresses);
  if (addresses.length === 0) return [];
  const counters = new Map(addresses.map((address) => [address, addressCounter(address).name]));
  const rows: { name: string; until: Date }[] = await sql(tableName(guessCount))
    .where({ owner: 'admin' })
    .whereIn('name', [...counters.values()])
    .where('locked_until_time', '>', now)
    .select('name', { until: 'locked_until_time' });
  const ends = new Map(rows.map((row) => [row.name, row.until]));
  return addresses.flatMap((address) => {
    const until = ends.get(counters.get(address) ?? '');
    return until ? [{ address, until }] : [];
  });
}
