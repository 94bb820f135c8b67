import { tableName } from '@doorwright/crds/derive/tables.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import type { Response } from 'express';
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { sessionCookieName, setCookie } from '../../http/cookies.ts';
import { visitorSeconds } from '../../kinds/application/token-lifetimes.ts';
import { absoluteLimit, endSessions, sessionId, sessionUser } from '../../kinds/session/sessions.ts';
import { artifactName } from '../../kinds/token/digest-of.ts';
import type { ProtocolDeps } from '../deps.ts';
import { saveNewSessions } from '../patches/unsaved-sessions.ts';
import { type Company, createCompany } from '../request-cache.ts';
import { methodsOf } from '../tokens/impersonation.ts';
import { createArtifacts } from './artifacts.ts';
import { giveInSession } from './uses.ts';
import { writeGathered } from './writes.ts';

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** What is read along with a session. */
interface Kept extends Company {
  keptPayload: string | null;
}

const table = tableName(artifact);

const visits = (row: string) => `coalesce(CAST(${row}.payload AS jsonb) -> 'authorizations', '{}')`;

/** Of two applications that a browser visits at once, neither is forgotten. */
const merged = `payload = CAST(jsonb_set(CAST(excluded.payload AS jsonb), '{authorizations}',
  ${visits(table)} || ${visits('excluded')}) AS text), expire_time = excluded.expire_time`;

/**
 * Notes that an application has been given something in a session that no browser has, under the name by which it knows the
 * session: it hears of its end.
 */
export async function noteVisit(
  deps: ProtocolDeps,
  context: { uid: string; accountId: string; clientId: string; sid: string },
) {
  const { uid, accountId, clientId, sid } = context;
  const payload = { kind: 'Session', sessionUid: uid, accountId, authorizations: { [clientId]: { sid } } };
  await createArtifacts(deps, 'Session', merged).upsert(uid, payload as AdapterPayload, absoluteLimit / 1000);
}

/** The endpoints that save the session of a user at their end, whatever they answer. */
const giving: ReadonlySet<string> = new Set(['authorization', 'resume']);

/** Remembers browsers without a session that are shown a form, so that the form can be sent. */
export function rememberStrangers(provider: Provider): void {
  const origin = provider.issuer;
  saveNewSessions(provider, {
    seconds: visitorSeconds,
    setCookie: ({ res }, value) => setCookie(res as Response, { name: sessionCookieName(origin), value, origin }),
  });
}

/**
 * The authority's sessions are our own: its cookie is ours, and its id of a session is that of our row. Beside the row
 * we keep what it remembers of the applications that a session has been to.
 */
export function createSessionAdapter(deps: ProtocolDeps): Adapter {
  const { db, now } = deps;
  const memory = createArtifacts(deps, 'Session', merged);
  const company = createCompany(deps);
  const stranger = (value: string) => `stranger ${value}`;

  return {
    ...memory,
    async find(value): Promise<AdapterPayload | undefined> {
      const name = artifactName('Session', sessionId(value));
      const session = await sessionUser<Kept>(db, value, now(), company.besideUser(name));
      if (!session) {
        const found = await memory.find(stranger(value));
        return found ? { ...found, jti: value } : undefined;
      }
      company.keep(session);
      if (giving.has(Provider.ctx?.oidc.route ?? '')) giveInSession(session.id, errors.LoginRequired);
      return {
        ...(session.keptPayload && JSON.parse(session.keptPayload)),
        kind: 'Session',
        jti: value,
        uid: session.id,
        accountId: session.userId,
        loginTs: seconds(session.createdTime),
        amr: methodsOf(session.isImpersonated),
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
          // What this request has read of the others may be old by now.
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
        await db.transaction((sql) => endSessions(sql, { owner, id }));
      }
      await memory.destroy(stranger(value));
    },
  };
}
