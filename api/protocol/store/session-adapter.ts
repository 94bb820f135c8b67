import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import type { Response } from 'express';
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { sessionCookieName, setCookie } from '../../http/cookies.ts';
import { visitorSeconds } from '../../kinds/application/token-lifetimes.ts';
import { classOf } from '../../kinds/session/authentication-methods.ts';
import { endSessions, sessionId, sessionUser } from '../../kinds/session/sessions.ts';
import { artifactName } from '../../kinds/token/digest-of.ts';
import type { ProtocolDeps } from '../deps.ts';
import { saveNewSessions } from '../patches/unsaved-sessions.ts';
import { createReadAlong, type ReadAlong } from '../request-cache.ts';
import { noteWay } from '../sign-out/through-services.ts';
import { createArtifacts } from './artifacts.ts';
import { giveInSession } from './single-use.ts';
import { writeGathered } from './writes.ts';

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** The columns that are read along with a session. */
interface Kept extends ReadAlong {
  keptPayload: string | null;
}

const table = tableName(artifact);

const daySeconds = 86_400;

const visits = (row: string) => `coalesce(CAST(${row}.payload AS jsonb) -> 'authorizations', '{}')`;

/** Two applications that a browser visits at once are both kept. */
const merged = `payload = CAST(jsonb_set(CAST(excluded.payload AS jsonb), '{authorizations}',
  ${visits(table)} || ${visits('excluded')}) AS text), expire_time = excluded.expire_time`;

/**
 * Notes that an application got tokens in a session without a browser, and its id for that session. So it is told when the session
 * ends.
 */
export async function noteVisit(
  deps: ProtocolDeps,
  context: { uid: string; accountId: string; clientId: string; sid: string },
) {
  const { uid, accountId, clientId, sid } = context;
  const payload = { kind: 'Session', sessionUid: uid, accountId, authorizations: { [clientId]: { sid } } };
  await createArtifacts(deps, 'Session', merged).upsert(uid, payload as AdapterPayload, daySeconds);
}

/** Endpoints that save the user's session at their end, whatever they answer. */
const giving: ReadonlySet<string> = new Set(['authorization', 'resume']);

/** Saves the session of a browser that is shown a form, so that the form can be sent. */
export function saveVisitorSessions(provider: Provider): void {
  const origin = provider.issuer;
  saveNewSessions(provider, {
    seconds: visitorSeconds,
    setCookie: ({ res }, value) => setCookie(res as Response, { name: sessionCookieName(origin), value, origin }),
  });
}

/**
 * The library's sessions are our sessions: the cookie and the id of the row are the same. An artifact beside the row
 * keeps which applications a session has visited.
 */
export function createSessionAdapter(deps: ProtocolDeps): Adapter {
  const { db, now } = deps;
  const memory = createArtifacts(deps, 'Session', merged);
  const readAlong = createReadAlong(deps);
  const stranger = (value: string) => `stranger ${value}`;

  return {
    ...memory,
    async find(value): Promise<AdapterPayload | undefined> {
      const name = artifactName('Session', sessionId(value));
      const session = await sessionUser<Kept>(db, value, now(), readAlong.besideUser(name));
      if (!session) {
        const found = await memory.find(stranger(value));
        return found ? { ...found, jti: value } : undefined;
      }
      readAlong.keep(session);
      if (giving.has(Provider.ctx?.oidc.route ?? '')) giveInSession(session.id, errors.LoginRequired);
      return {
        ...(session.keptPayload && JSON.parse(session.keptPayload)),
        kind: 'Session',
        jti: value,
        uid: session.id,
        accountId: session.userId,
        loginTs: seconds(session.authenticatedTime),
        amr: session.amr,
        acr: classOf(session.amr),
        exp: seconds(session.expireTime),
        iat: seconds(session.createdTime),
        ...(!session.isRemembered && { transient: true }),
      };
    },
    async upsert(value, payload, expiresIn) {
      const { uid = '', accountId, authorizations, state } = payload;
      if (!accountId) return memory.upsert(stranger(value), payload, visitorSeconds);
      const { clientId = '' } = Provider.ctx?.oidc.client ?? {};
      const own = authorizations?.[clientId];
      await memory.upsert(
        uid,
        {
          kind: 'Session',
          sessionUid: uid,
          accountId,
          // The other entries that this request has read may be outdated.
          authorizations: own ? { [clientId]: own } : {},
          state,
        } as AdapterPayload,
        expiresIn,
      );
      await writeGathered(db);
    },
    async destroy(value) {
      const session = await sessionUser(db, value, now());
      if (session) {
        const { owner, id } = session;
        await noteWay(deps, Provider.ctx, id);
        await db.transaction((sql) => endSessions(sql, { owner, id }));
      }
      await memory.destroy(stranger(value));
    },
  };
}
