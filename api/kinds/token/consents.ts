import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import type { Sql } from '../../db/knex.ts';
import { digestOf } from './digest-of.ts';
import { claimsByScope, scopes as knownScopes, usualScope } from './scopes.ts';

const table = tableName(artifact);
const model = 'Consent';

/** Who agreed, and to whom. */
export interface Parties {
  accountId: string;
  clientId: string;
}

const at = ({ accountId, clientId }: Parties) => ({
  owner: 'admin',
  name: `${model}:${digestOf(`${accountId} ${clientId}`)}`,
});

/** What a user has agreed to that an application may have. It outlives his sessions and passwords. */
export async function consentOf(sql: Sql, parties: Parties): Promise<ReadonlySet<string>> {
  const row = await sql(table).where(at(parties)).first('payload');
  return new Set(row ? (JSON.parse(row.payload).scopes as string[]) : []);
}

/** Adds to what he agreed to before: asking for less later is not taking back. */
export async function giveConsent(sql: Sql, parties: Parties, scopes: readonly string[], now: Date): Promise<void> {
  const all = [...new Set([...(await consentOf(sql, parties)), ...scopes])];
  const payload = JSON.stringify({ clientId: parties.clientId, scopes: all });
  const whose = { account_id: parties.accountId, client_id: parties.clientId };
  const row = { ...at(parties), created_time: now, version: 1, model, payload, ...whose };
  await sql(table).insert(row).onConflict(['owner', 'name']).merge();
}

export async function takeBackConsent(sql: Sql, parties: Parties): Promise<void> {
  await sql(table).where(at(parties)).delete();
}

/** The parameters of a request that say what it wants of the user. */
export interface Wanted {
  scope?: string | undefined;
  claims?: string | undefined;
}

/** Claims that are asked for one by one count as the scope that gives them, so that there is one list to agree to. */
export function wantedScopes({ scope = '', claims = '{}' }: Wanted): string[] {
  const { userinfo, id_token } = JSON.parse(claims) as { userinfo?: object; id_token?: object };
  const single = Object.keys({ ...userinfo, ...id_token });
  const known = scope.split(' ').filter((each) => knownScopes.includes(each));
  const named = new Set(known.length ? known : [usualScope]);
  return knownScopes.filter((each) => {
    const given = claimsByScope[each as keyof typeof claimsByScope] as readonly string[] | undefined;
    return named.has(each) || given?.some((claim) => claim !== 'sub' && single.includes(claim));
  });
}
