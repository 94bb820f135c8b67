import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { createInvalidation, maxAgeMs } from '../../core/cache/invalidation.ts';
import type { Clients } from '../clients/clients.ts';
import { provenSecretOf, type SecretProof } from '../clients/count-wrong-secrets.ts';
import type { ProtocolDeps } from '../deps.ts';
import { readUser } from '../request-cache.ts';

const most = 5_000;

interface Question {
  key: string;
  /** The time of the request, by the clock and in the order of changes. */
  at: number;
  moment: number;
}

interface Answer extends Question {
  about: string[];
  until: number;
  headers: OutgoingHttpHeaders;
  /** A text, because a short buffer is a part of a larger one, and a cache of them kept 64 KiB for each answer. */
  body: string;
  /** A client with a secret proves it at each request. */
  proof?: { clientId: string; secret: string };
}

/** All that an answer depends on. A request with more, such as an origin or the proof of a key, is always judged. */
function keyOf({ method, url, headers, body }: Request): string | undefined {
  if (headers.origin || headers.dpop || url.includes('?')) return;
  return hash('sha256', JSON.stringify([method, url, headers.authorization, body]), 'base64url');
}

/** All objects whose end or change changes the answer about a token. */
function subjectsOf(ctx: KoaContextWithOIDC) {
  const { AccessToken: token, ClientCredentials: own } = ctx.oidc.entities;
  const shown = token ?? own;
  const user = token && readUser(token.accountId, ctx);
  if (!shown || (token && !user)) return;
  const named = { grant: token?.grantId, session: token?.sessionUid, user: user && `${user.owner}/${user.name}` };
  const about = Object.entries({ ...named, token: `admin/${shown.jti}` });
  return { exp: shown.exp ?? 0, about: about.flatMap(([kind, which]) => (which ? [`${kind} ${which}`] : [])) };
}

/**
 * Caches answers of userinfo and introspection for some seconds. It keeps answers about good tokens only, until
 * something that they are about changes. Each request still proves its client.
 */
export function createAnswers({ db, now, clientAddress }: ProtocolDeps, clients: Clients, isSecretOf: SecretProof) {
  const invalidation = createInvalidation(db, {
    common: ['application', 'cert', 'organization'],
    single: ['grant', 'session', 'token', 'user'],
  });
  const known = new LRUCache<string, Answer>({ max: most });
  const asked = new WeakMap<IncomingMessage, Question>();

  function isGood({ at, moment, until, about }: Answer): boolean {
    const time = now().getTime();
    return at <= time && time < until && invalidation.isValid(moment, about);
  }

  /** The library judges and counts a secret that is no longer right. */
  async function isProven({ proof }: Answer, req: Request): Promise<boolean> {
    if (!proof) return true;
    const application = await clients.application(proof.clientId);
    if (!application?.isEnabled || application.clientType !== 'confidential') return false;
    return isSecretOf(application, proof.secret, clientAddress(req)).catch(() => false);
  }

  const answer: RequestHandler = async (req, res, next) => {
    const key = keyOf(req);
    if (!key) return next();
    const found = known.get(key);
    if (found && (await isProven(found, req)) && isGood(found)) {
      res.writeHead(200, found.headers).end(found.body);
      return;
    }
    known.delete(key);
    asked.set(req, { key, at: now().getTime(), moment: invalidation.version() });
    next();
  };

  function keep(ctx: KoaContextWithOIDC, question: Question, headers: OutgoingHttpHeaders): void {
    const subjects = subjectsOf(ctx);
    const isIntrospection = ctx.oidc.route === 'introspection';
    const shown = ctx.body as { active?: boolean };
    const secret = provenSecretOf(ctx.req);
    if (!subjects || (isIntrospection && !(shown.active && secret))) return;
    const body = JSON.stringify(shown);
    const proof = secret && { clientId: String(ctx.oidc.client?.clientId), secret };
    known.set(question.key, {
      ...question,
      about: subjects.about,
      until: Math.min(question.at + maxAgeMs, subjects.exp * 1000),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      body,
      ...(proof && { proof }),
    });
  }

  return {
    answer,
    /** Makes an instance of the library cache its answers. */
    cacheAnswersOf(provider: Provider): void {
      provider.use(async (ctx, next) => {
        const question = asked.get(ctx.req);
        const before = ctx.res.getHeaderNames();
        await next();
        if (!question || ctx.status !== 200) return;
        const added = Object.entries(ctx.res.getHeaders()).filter(([name]) => !before.includes(name));
        keep(ctx as KoaContextWithOIDC, question, Object.fromEntries(added));
      });
    },
  };
}

export type Answers = ReturnType<typeof createAnswers>;
