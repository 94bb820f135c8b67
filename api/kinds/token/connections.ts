import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { token } from '@doorwright/crds/kinds/token.ts';
import type { Sql } from '../../db/knex.ts';
import { deleteConsent, type Parties } from './consents.ts';
import { revokeGrant } from './revoke-grant.ts';

const artifacts = tableName(artifact);
const tokens = tableName(token);

/** An application that may act for a user: they agreed to it, or it holds a grant of theirs. */
export interface Connection {
  clientId: string;
  scopes: string[];
  /** The first time. A new agreement counts as the first one. */
  since: Date;
}

interface Row {
  model: 'Consent' | 'Grant';
  clientId: string;
  payload: string;
  createdTime: Date;
}

const scopesOf = ({ model, payload }: Row): string[] => {
  const stored = JSON.parse(payload) as { scopes?: string[]; openid?: { scope?: string }; resources?: object };
  if (model === 'Consent') return stored.scopes ?? [];
  const texts = [stored.openid?.scope ?? '', ...Object.values(stored.resources ?? {}).map(String)];
  return texts.flatMap((text) => text.split(' ')).filter(Boolean);
};

/** The connections of a user, the latest first. */
export async function connectionsOf(sql: Sql, accountId: string, now: Date): Promise<Connection[]> {
  const rows: Row[] = await sql(artifacts)
    .whereIn('model', ['Consent', 'Grant'])
    .where('account_id', accountId)
    .where((each) => each.whereNull('expire_time').orWhere('expire_time', '>', now))
    .orderBy('created_time')
    .select('model', 'payload', { clientId: 'client_id', createdTime: 'created_time' });
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId);
  return [...byClient]
    .map(([clientId, of]) => ({
      clientId,
      scopes: [...new Set(of.flatMap(scopesOf))],
      since: (of[0] as Row).createdTime,
    }))
    .sort((a, b) => b.since.getTime() - a.since.getTime());
}

interface Holder extends Parties {
  owner: string;
  user: string;
  application: string;
}

/** Ends a connection: the consent, and every grant and token of the application for the user. */
export async function endConnection(
  sql: Sql,
  { accountId, clientId, owner, user, application }: Holder,
): Promise<void> {
  await deleteConsent(sql, { accountId, clientId });
  const grants: string[] = await sql(artifacts)
    .where({ account_id: accountId, client_id: clientId })
    .whereNot('grant_id', '')
    .distinct('grant_id')
    .pluck('grant_id');
  const ofTokens: string[] = await sql(tokens)
    .where({ organization: owner, user, application })
    .whereNot('grant_id', '')
    .distinct('grant_id')
    .pluck('grant_id');
  for (const grant of new Set([...grants, ...ofTokens])) await revokeGrant(sql, grant);
  await sql(tokens).where({ organization: owner, user, application }).delete();
}
