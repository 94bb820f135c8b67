import type { Request } from 'express';
import { anonymous, type Caller } from '../../core/callers.ts';
import type { Config } from '../../core/config.ts';
import { Refusal } from '../../core/errors.ts';
import { createClientAddress } from '../../http/client-address.ts';
import { sessionCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import { refuseCredentialsInUrl } from '../../http/secrets-in-url.ts';
import { isStorableText } from '../../http/storable.ts';
import { hasSeveral } from '../../kinds/session/authentication-methods.ts';
import { provedTimeOf, sessionUser } from '../../kinds/session/sessions.ts';
import type { AccountDeps } from '../place/deps.ts';
import { clientCaller } from './client-caller.ts';
import { type RightsDeps, rightsWith } from './platform-rights.ts';
import { tokenCaller } from './token-caller.ts';

export interface AuthenticateDeps extends AccountDeps, RightsDeps {
  config: Config;
  now: () => Date;
}

/** The two parts of a Basic credential. Clients send them percent-encoded or plain. */
function basicPair(encoded: string): [id: string, secret: string] {
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 1 || !isStorableText(text)) throw new Refusal('sign-in-failed');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

/** A later look at a caller whose answer has begun is no use of their session, and sets no cookie. */
interface How {
  isUse?: boolean;
}

/** Identifies the caller of a request: by token, by the secret of an application, or by the session cookie. */
export type Authenticate = (req: Request, how?: How) => Promise<Caller>;

export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const origin = deps.config.DOORWRIGHT_ORIGIN;
  const cookie = sessionCookieName(origin);
  const clientAddress = createClientAddress(deps.config);

  async function bySession(req: Request, isUse: boolean): Promise<Caller> {
    const value = valueOfCookie(req, cookie);
    if (!value) return anonymous;
    // A deletion names no value, so an answer takes out only the cookie of a session that it ended itself. Where a session was
    // replaced, the browser may have the new cookie by now, and would lose it.
    const forget = () => isUse && req.res && setCookie(req.res, { name: cookie, value: '', origin, maxAge: 0 });
    const user = await sessionUser(deps.db, value, deps.now(), undefined, { onOver: forget, isUse });
    if (!user) return anonymous;
    const { id, owner, name, application, amr, isImpersonated } = user;
    const provedTime = provedTimeOf(user);
    return {
      type: 'user',
      owner,
      name,
      ...(await rightsWith(deps, user, user)),
      proved: { application, amr },
      session: id,
      provedTime,
      hasFactor: hasSeveral(amr),
      impersonated: isImpersonated,
    };
  }

  return async (req, { isUse = true } = {}) => {
    refuseCredentialsInUrl(req.path, req.query);
    const [, scheme = '', credentials = ''] = /^(\w+) +(\S+)$/.exec(req.headers.authorization ?? '') ?? [];
    const inQuery = req.path === '/api/get-account' ? (req.query.accessToken ?? req.query.access_token) : undefined;
    if (typeof inQuery === 'string' && inQuery) return tokenCaller(deps, inQuery, deps.now());
    if (scheme.toLowerCase() === 'bearer') return tokenCaller(deps, credentials, deps.now());
    if (scheme.toLowerCase() === 'basic') {
      const [clientId, secret] = basicPair(credentials);
      return clientCaller(deps, { clientId, secret, address: clientAddress(req), now: deps.now() });
    }
    if (req.headers.authorization) throw new Refusal('token-unknown');
    return bySession(req, isUse);
  };
}
