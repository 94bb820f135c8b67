import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { session } from '@doorwright/crds/kinds/session.ts';
import { token } from '@doorwright/crds/kinds/token.ts';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Caller } from '../../core/callers.ts';
import type { Db, Sql } from '../../db/knex.ts';
import { moveVisits } from '../../kinds/session/service-visits.ts';
import { endSessions, sessionId } from '../../kinds/session/sessions.ts';
import { artifactName } from '../../kinds/token/digest-of.ts';

const artifacts = tableName(artifact);
const sessions = tableName(session);
const tokens = tableName(token);

/** The user who was signed in to a browser, and the user who has signed in again. */
export interface Replaced {
  before: Extract<Caller, { type: 'user' }> & { session: string };
  fresh: { user: { owner: string; name: string }; session: string; isImpersonated: boolean };
}

const isSame = ({ before, fresh: { user, isImpersonated } }: Replaced) =>
  before.owner === user.owner && before.name === user.name && before.impersonated === isImpersonated;

/**
 * Gives the new session of the same user the applications of the old one, under the names by which they know the
 * old session. So they are told when the new one ends.
 */
export async function inheritVisits(sql: Sql, replaced: Replaced): Promise<void> {
  if (!isSame(replaced)) return;
  const to = sessionId(replaced.fresh.session);
  await sql.raw(
    `INSERT INTO ${artifacts} AS own (owner, name, created_time, version, model, payload, session_id, account_id, expire_time)
     SELECT old.owner, :name, now(), 1, old.model, CAST(CAST(old.payload AS jsonb) - 'state' AS text), :to, old.account_id, s.expire_time
       FROM ${artifacts} AS old JOIN ${sessions} AS s ON s.id = :to
      WHERE old.owner = 'admin' AND old.name = :before
     ON CONFLICT (owner, name) DO UPDATE SET payload = CAST(jsonb_set(CAST(own.payload AS jsonb), '{authorizations}',
       coalesce(CAST(EXCLUDED.payload AS jsonb) -> 'authorizations', '{}') || coalesce(CAST(own.payload AS jsonb) -> 'authorizations', '{}')) AS text)`,
    { name: artifactName('Session', to), before: artifactName('Session', replaced.before.session), to },
  );
}

/**
 * A browser has one session. If the same user signs in again, the new session takes over all that applications were
 * given in the old one. Another user ends the old one.
 */
export async function replaceSession(db: Db, replaced: Replaced): Promise<void> {
  const { owner, session: id } = replaced.before;
  await db.transaction(async (sql) => {
    if (!isSame(replaced)) return endSessions(sql, { owner, id });
    await inheritVisits(sql, replaced);
    await sql(sessions).where({ owner, id }).delete();
    await sql(artifacts)
      .where({ owner: 'admin', name: artifactName('Session', id) })
      .delete();
    const to = sessionId(replaced.fresh.session);
    await sql(artifacts)
      .where('session_id', id)
      .update({
        session_id: to,
        payload: sql.raw("CAST(jsonb_set(CAST(payload AS jsonb), '{sessionUid}', to_jsonb(CAST(? AS text))) AS text)", [
          to,
        ]),
      });
    await sql(tokens).where('session_id', id).update({ session_id: to });
    await moveVisits(sql, id, to);
    announceWhenCommitted(sql, 'session', id);
  });
}
