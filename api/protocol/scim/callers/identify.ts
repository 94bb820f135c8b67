import { tableName } from '@doorwright/crds/derive/tables.ts';
import { scimToken } from '@doorwright/crds/kinds/scim-token.ts';
import { user } from '@doorwright/crds/kinds/user.ts';
import type { Request } from 'express';
import { type Caller, platform } from '../../../core/callers.ts';
import { digestOf } from '../../../kinds/token/digest-of.ts';
import type { ScimDeps } from '../deps.ts';
import { ScimFailure } from '../failure.ts';

const table = tableName(scimToken);

/** The time between two updates of the last use. */
const markedEveryMs = 60_000;

/** One answer for a missing, unknown, expired and foreign token: nobody learns which organizations exist. */
const unknown = () => new ScimFailure(401, 'The bearer token is not valid for this organization');

const tokenIn = (req: Request) => /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];

/**
 * The caller of a request. The token and the rights of its maker are read each time, so that it stops with the next request after either of
 * them goes (S16, S64). It never has more rights than an administrator of its one organization.
 */
export async function identify(
  { db, now }: Pick<ScimDeps, 'db' | 'now'>,
  req: Request,
  organization: string,
): Promise<Caller> {
  const token = tokenIn(req);
  if (!token) throw unknown();
  const row = await db({ t: table })
    .join({ u: tableName(user) }, (on) =>
      on.on('u.owner', db.raw("split_part(t.maker, '/', 1)")).on('u.name', db.raw("split_part(t.maker, '/', 2)")),
    )
    .where('t.digest', digestOf(token))
    .whereRaw("t.digest <> ''")
    .where({ 't.owner': organization, 'u.is_forbidden': false, 'u.is_deleted': false })
    .whereNot('t.owner', platform)
    .whereRaw('((u.owner = t.owner AND u.is_admin) OR u.is_global_admin OR u.owner = ?)', [platform])
    .where('t.expire_time', '>', now())
    .first('t.id', 't.display_name', 't.last_used_time');
  if (!row) throw unknown();
  const lastUsed = row.last_used_time?.getTime() ?? 0;
  if (now().getTime() - lastUsed >= markedEveryMs)
    await db(table).where({ owner: organization, id: row.id }).update({ last_used_time: now() });
  return { type: 'provisioner', name: row.display_name, organization };
}
