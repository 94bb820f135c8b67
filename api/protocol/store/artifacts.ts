import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import type { Sql } from '../../db/knex.ts';
import { insertPart, run } from '../../db/sql-parts.ts';
import { artifactName, digestOf } from '../../kinds/token/digest-of.ts';
import type { ProtocolDeps } from '../deps.ts';
import { noteShownCode } from '../errors/shown-code.ts';
import { createReadAlong, type ReadAlong, readGrant } from '../request-cache.ts';
import { refuseSecondUse, useLater, useNow } from './single-use.ts';
import { write } from './writes.ts';

const table = tableName(artifact);

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/**
 * Models that are exchanged for tokens. They are read with their user and grant, and used up by the statement that
 * writes the tokens.
 */
const exchanged: ReadonlySet<string> = new Set(['RefreshToken', 'AuthorizationCode', 'DeviceCode']);

/**
 * A device that goes on asking learns that its time is over (RFC 8628), and so does a program that brings its code too late. All other
 * expired rows count as missing.
 */
const knownAfterEnd: ReadonlySet<string> = new Set(['AuthorizationCode', 'DeviceCode']);

/** Models of which a client holds the value. */
interface Shown {
  payload: string;
  consumedTime: Date | null;
  grantId: string;
  isPast: boolean;
}

const columns = [
  'version',
  'model',
  'payload',
  'grant_id',
  'session_id',
  'account_id',
  'client_id',
  'user_code',
  'expire_time',
];
const replacing = columns.map((column) => `${column} = excluded.${column}`).join(', ');

/**
 * Stores the library's objects of one model. The row has a digest of the value that the client holds as its name, and
 * the payload gets the value back from the request.
 */
export function createArtifacts(
  { db, box, store, now }: ProtocolDeps,
  model: string,
  /** The update of a row that exists. */
  merging = replacing,
): Adapter {
  const at = (id: string) => ({ owner: 'admin', name: artifactName(model, id) });

  function payloadOf(row: { payload: string; consumedTime: Date | null }): AdapterPayload {
    const { held, ...payload } = JSON.parse(row.payload);
    return {
      ...payload,
      ...(held && JSON.parse(box.open(held, model))),
      ...(row.consumedTime && { consumed: seconds(row.consumedTime) }),
    };
  }
  const live = () =>
    db(table)
      .where((each) => each.whereNull('expire_time').orWhere('expire_time', '>', now()))
      .select({ payload: 'payload', consumedTime: 'consumed_time' });

  const readAlong = createReadAlong({ store, now });

  async function findWithCompany(id: string) {
    const { text, values } = readAlong.join("u.id = t.account_id AND u.id <> ''");
    const [row] = await run<Shown & ReadAlong>(db, {
      text: `SELECT t.payload, t.consumed_time AS "consumedTime", t.grant_id AS "grantId",
          coalesce(t.expire_time, 'infinity') <= ? AS "isPast", ${readAlong.columns}
        FROM ${table} AS t ${text} WHERE t.owner = 'admin' AND t.name = ?`,
      values: [now(), ...values, artifactName(model, id)],
    });
    if (row?.isPast && (!knownAfterEnd.has(model) || row.consumedTime)) return;
    // Comes before other checks: a second use ends the grant even if the rest of the request is wrong (S35).
    if (row?.consumedTime && Provider.ctx?.oidc.route === 'token') await refuseSecondUse(db, at(id));
    if (row) readAlong.keep(row, row.grantId);
    return row;
  }

  return {
    async upsert(id, { jti, userCode, deviceCode, ...payload }, expiresIn) {
      // A device shows one code and its user types another one, which leads back to the first.
      const shown = userCode ? { jti, userCode } : deviceCode && { deviceCode };
      const held = shown && { held: box.seal(JSON.stringify(shown), model) };
      const row = {
        ...at(id),
        created_time: now(),
        version: 1,
        model,
        payload: JSON.stringify({ ...payload, ...held }),
        // A grant is revoked with all that it led to.
        grant_id: model === 'Grant' ? id : (payload.grantId ?? ''),
        session_id: payload.sessionUid ?? '',
        account_id: payload.accountId ?? '',
        client_id: payload.clientId ?? payload.params?.client_id ?? '',
        user_code: userCode ? digestOf(userCode) : '',
        expire_time: expiresIn ? new Date(now().getTime() + expiresIn * 1000) : null,
      };
      const after = `ON CONFLICT (owner, name) DO UPDATE SET ${merging}`;
      await write(db, (there) => ({ [model]: insertPart(table, row, { there, after }) }));
    },
    async find(id) {
      const known = model === 'Grant' ? readGrant(id) : undefined;
      const row = known ?? (await (exchanged.has(model) ? findWithCompany(id) : live().where(at(id)).first()));
      if (!row) return;
      const found = { ...payloadOf(row), ...('isPast' in row && row.isPast && { exp: 0 }), jti: id };
      if (model === 'AuthorizationCode' && Provider.ctx) noteShownCode(Provider.ctx, found);
      return found;
    },
    async findByUserCode(userCode) {
      const row = await live()
        .where({ model, user_code: digestOf(userCode) })
        .first();
      return row && payloadOf(row);
    },
    // session-adapter.ts finds sessions.
    findByUid: async () => undefined,
    async consume(id) {
      if (exchanged.has(model)) useLater(db, at(id), now());
      else await useNow(db, at(id), now());
    },
    async destroy(id) {
      await db(table).where(at(id)).delete();
    },
    async revokeByGrantId(grantId) {
      await db(table).where({ model, grant_id: grantId }).delete();
    },
  };
}

/** Deletes rows that have expired. */
export const deleteExpiredArtifacts = (sql: Sql, now: Date): Promise<number> =>
  sql(table).where('expire_time', '<=', now).delete();
