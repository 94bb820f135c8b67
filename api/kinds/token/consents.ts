import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { defaultScope, scopes as knownScopes } from '@doorwright/crds/options/oauth-scopes.ts';
import type { Sql } from '../../db/knex.ts';
import { digestOf } from './digest-of.ts';
import { claimsByScope } from './scopes.ts';

const table = tableName(artifact);
const model = 'Consent';

/** The user who agreed, and the application. */
export interface Parties {
  accountId: string;
  clientId: string;
}

const at = ({ accountId, clientId }: Parties) => ({
  owner: 'admin',
  name: `${model}:${digestOf(`${accountId} ${clientId}`)}`,
});

/** The scopes that a user granted to an application. They outlive sessions and passwords. */
export async function consentOf(sql: Sql, parties: Parties): Promise<ReadonlySet<string>> {
  const row = await sql(table).where(at(parties)).first('payload');
  return new Set(row ? (JSON.parse(row.payload).scopes as string[]) : []);
}

/** Adds scopes to the consent. A later request for fewer scopes revokes nothing. */
export async function addConsent(sql: Sql, parties: Parties, scopes: readonly string[], now: Date): Promise<void> {
  const all = [...new Set([...(await consentOf(sql, parties)), ...scopes])];
  const payload = JSON.stringify({ clientId: parties.clientId, scopes: all });
  const parts = { account_id: parties.accountId, client_id: parties.clientId };
  const row = { ...at(parties), created_time: now, version: 1, model, payload, ...parts };
  await sql(table).insert(row).onConflict(['owner', 'name']).merge();
}

export async function deleteConsent(sql: Sql, parties: Parties): Promise<void> {
  await sql(table).where(at(parties)).delete();
}

/** The parameters of a request that ask for user data. */
export interface RequestedData {
  scope?: string | undefined;
  claims?: string | undefined;
}

/** A single requested claim counts as the scope that contains it, so that users agree to one list. */
export function requestedScopes({ scope = '', claims = '{}' }: RequestedData): string[] {
  const { userinfo, id_token } = JSON.parse(claims) as { userinfo?: object; id_token?: object };
  const single = Object.keys({ ...userinfo, ...id_token });
  const known = scope.split(' ').filter((each) => knownScopes.includes(each));
  const named = new Set(known.length ? known : [defaultScope]);
  return knownScopes.filter((each) => {
    const given = claimsByScope[each as keyof typeof claimsByScope] as readonly string[] | undefined;
    return named.has(each) || given?.some((claim) => claim !== 'sub' && single.includes(claim));
  });
}
