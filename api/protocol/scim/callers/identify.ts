import { tableName } from '@doorwright/crds/derive/tables.ts';
import { origin } from '@doorwright/crds/kinds/origin.ts';
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

/** The maker still administers the organization. */
const hasMaker =
  'u.is_forbidden IS FALSE AND u.is_deleted IS FALSE AND ((u.owner = t.owner AND u.is_admin) OR u.is_global_admin OR u.owner = :platform)';

/** A resource still declares the organization. */
const isDeclared = `EXISTS (SELECT 1 FROM "${tableName(origin)}" AS o WHERE o.owner = 'admin' AND o.name = :declares)`;
const organizationOrigin = (name: string) => `organization/admin/${name}`;

const tokenIn = (req: Request) => /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];

/**
 * The caller of a request. The token and the rights of its maker, or the resource that declares it, are read each time, so that it stops with the next request after either of
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
    .leftJoin({ u: tableName(user) }, (on) =>
      on.on('u.owner', db.raw("split_part(t.maker, '/', 1)")).on('u.name', db.raw("split_part(t.maker, '/', 2)")),
    )
    .where('t.digest', digestOf(token))
    .whereRaw("t.digest <> ''")
    .where({ 't.owner': organization })
    .whereNot('t.owner', platform)
    .whereRaw(`CASE WHEN t.declared_name = '' THEN ${hasMaker} ELSE ${isDeclared} END`, {
      platform,
      declares: organizationOrigin(organization),
    })
    .whereRaw('(t.expire_time > ? OR (t.expire_time IS NULL AND t.declared_name <> ?))', [now(), ''])
    .first('t.id', 't.display_name', 't.last_used_time');
  if (!row) throw unknown();
  const lastUsed = row.last_used_time?.getTime() ?? 0;
  if (now().getTime() - lastUsed >= markedEveryMs)
    await db(table).where({ owner: organization, id: row.id }).update({ last_used_time: now() });
  return { type: 'provisioner', name: row.display_name, organization };
}
