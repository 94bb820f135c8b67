import { createCodes, type Registration } from './codes.ts';
import { type Asked, credentialsOf, formOf, json, page, redirect, type Said, type StandIn } from './stand-in.ts';

export interface Weibo extends StandIn, Registration {
  user: Record<string, unknown>;
  email: string;
  /** Weibo has reviewed the application, so it may read addresses. */
  mayReadEmail: boolean;
  denies: string;
}

const problem = (status: number, error: string, error_code: number, request: string): Said =>
  json(status, { error, error_code, request });

/**
 * Weibo. Read on 2026-11-23: https://open.weibo.com/wiki/OAuth2/access_token and https://open.weibo.com/wiki/2/users/show. The codes of
 * errors, get_uid and the call for addresses are those of Casdoor 2022 and of other programs.
 * The exchange names no type of the token, and gives numbers as texts. Calls take the token as a parameter.
 */
export function createWeibo(): Weibo {
  const api = 'https://api.weibo.com';
  const service: Weibo = {
    hosts: ['api.weibo.com'],
    clientId: '3456789012',
    clientSecret: 'the secret of the Weibo application',
    redirectUris: [],
    user: {},
    email: '',
    mayReadEmail: true,
    denies: '',
    answer,
  };
  const codes = createCodes(service);

  function authorization(query: URLSearchParams): Said {
    if (codes.problemOf(query)) return page(400, 'error:redirect_uri_mismatch');
    const back = new URL(query.get('redirect_uri') as string);
    back.searchParams.set('state', query.get('state') ?? '');
    if (service.denies) back.searchParams.set('error', service.denies);
    else back.searchParams.set('code', codes.issue(query, { ...service.user }));
    return redirect(back);
  }

  function exchange(asked: Asked): Said {
    const request = '/oauth2/access_token';
    const { id, secret } = credentialsOf(asked);
    if (id !== service.clientId || secret !== service.clientSecret)
      return problem(400, 'invalid_client', 21_324, request);
    const form = formOf(asked);
    if (form.get('grant_type') !== 'authorization_code') return problem(400, 'unsupported_grant_type', 21_328, request);
    const redeemed = codes.redeem(form);
    if (redeemed === 'redirect_uri_mismatch') return problem(400, 'redirect_uri_mismatch', 21_322, request);
    if (redeemed === 'invalid_grant') return problem(400, 'invalid_grant', 21_325, request);
    const uid = String((redeemed.issued.user as Weibo['user']).id);
    return json(200, { access_token: redeemed.token, expires_in: '7200', remind_in: '7200', uid });
  }

  function call({ url }: Asked): Said {
    const user = codes.userOf(`Bearer ${url.searchParams.get('access_token')}`) as Weibo['user'] | undefined;
    const path = url.pathname;
    if (!user) return problem(403, 'invalid_access_token', 21_332, path);
    if (path === '/2/account/get_uid.json') return json(200, { uid: user.id });
    if (path === '/2/users/show.json')
      return url.searchParams.get('uid') === String(user.id)
        ? json(200, user)
        : problem(400, 'User does not exists!', 20_003, path);
    if (path !== '/2/account/profile/email.json') return problem(404, 'Request Api not found!', 10_020, path);
    return service.mayReadEmail
      ? json(200, [{ email: service.email }])
      : problem(403, 'Insufficient app permissions!', 10_014, path);
  }

  function answer(asked: Asked): Said {
    const at = `${asked.url.origin}${asked.url.pathname}`;
    if (at === `${api}/oauth2/authorize`) return authorization(asked.url.searchParams);
    if (at === `${api}/oauth2/access_token` && asked.method === 'POST') return exchange(asked);
    return call(asked);
  }

  return service;
}
