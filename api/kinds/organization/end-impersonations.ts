import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { methodsOf } from '../session/authentication-methods.ts';
import { endSessions } from '../session/sessions.ts';

/** Compared as JSON, because statements that change a member of a payload write it with other spaces. */
const markInToken = JSON.stringify({ extra: { isImpersonated: true } });
const markInArtifact = JSON.stringify({ amr: methodsOf(true) });

/** Ends all that began with the organization's master password: its sessions and half-finished sign-ins, and the codes and tokens with its mark (S17). */
export async function endImpersonations(organization: string, { sql, store }: Work): Promise<void> {
  // First, because this waits for a sign-in that is finishing. Its session then ends with the others.
  await sql(store('sign-in-attempt').table).where({ owner: organization, is_impersonated: true }).delete();
  await endSessions(sql, { owner: organization, is_impersonated: true });
  const users = sql(store('user').table).select('id').where({ owner: organization });
  const marked = () =>
    sql(store('artifact').table)
      .whereIn('account_id', users)
      .whereRaw('CAST(payload AS jsonb) @> CAST(? AS jsonb)', [markInArtifact]);
  // The locks come first, because they wait for a refresh in progress. The deletion then finds its new rows too.
  await marked().forUpdate().select('name');
  await marked().delete();
  const ended: { user: string }[] = await sql(store('token').table)
    .where({ organization })
    .whereRaw("CAST(nullif(details, '') AS jsonb) @> CAST(? AS jsonb)", [markInToken])
    .delete()
    .returning('user');
  for (const name of new Set(ended.map(({ user }) => user)))
    announceWhenCommitted(sql, 'user', `${organization}/${name}`);
}
