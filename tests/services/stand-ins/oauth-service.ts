import { createCodes, type Registration } from './codes.ts';
import { type Asked, credentialsOf, formOf, json, page, redirect, type Said, type StandIn } from './stand-in.ts';

export interface OAuthService extends StandIn, Registration {
  user: Record<string, unknown>;
  denies: string;
  /** The answer for the user instead of `user`. */
  refusesUser: Record<string, unknown> | undefined;
}

interface Options {
  authorize: string;
  token: string;
  userInfo: string;
  /** The scope that the service demands. */
  scope?: string;
}

/** A service with the code grant of RFC 6749 (4.1), PKCE (RFC 7636), and an address that shows the user of a bearer token (RFC 6750). */
export function createOAuthService({ authorize, token, userInfo, scope }: Options): OAuthService {
  const service: OAuthService = {
    hosts: [...new Set([authorize, token, userInfo].map((each) => new URL(each).host))],
    clientId: 'doorwright',
    clientSecret: 'the secret of the registration',
    redirectUris: [],
    user: {},
    denies: '',
    refusesUser: undefined,
    answer,
  };
  const codes = createCodes(service, { demandsPkce: true });

  function authorization(query: URLSearchParams): Said {
    const problem = codes.problemOf(query);
    if (problem) return page(400, problem);
    const isWrong = scope !== undefined && query.get('scope') !== scope && 'invalid_scope';
    const isOther = query.get('response_type') !== 'code' && 'unsupported_response_type';
    const error = service.denies || isOther || isWrong || '';
    const back = new URL(query.get('redirect_uri') as string);
    back.searchParams.set(error ? 'error' : 'code', error || codes.issue(query, service.user));
    back.searchParams.set('state', query.get('state') ?? '');
    return redirect(back);
  }

  function exchange(asked: Asked): Said {
    const { id, secret } = credentialsOf(asked);
    if (id !== service.clientId || secret !== service.clientSecret) return json(401, { error: 'invalid_client' });
    const form = formOf(asked);
    if (form.get('grant_type') !== 'authorization_code') return json(400, { error: 'unsupported_grant_type' });
    const redeemed = codes.redeem(form);
    if (typeof redeemed === 'string') return json(400, { error: 'invalid_grant', error_description: redeemed });
    return json(200, { access_token: redeemed.token, token_type: 'Bearer', expires_in: 300 });
  }

  function answer(asked: Asked): Said {
    const at = `${asked.url.origin}${asked.url.pathname}`;
    if (at === authorize && asked.method === 'GET') return authorization(asked.url.searchParams);
    if (at === token && asked.method === 'POST') return exchange(asked);
    if (at !== userInfo) return json(404, { error: 'not_found' });
    const user = codes.userOf(asked.headers.authorization);
    return user ? json(200, service.refusesUser ?? user) : json(401, { error: 'invalid_token' });
  }

  return service;
}
