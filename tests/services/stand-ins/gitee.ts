import { createCodes, type Registration } from './codes.ts';
import { type Asked, credentialsOf, formOf, json, page, redirect, type Said, type StandIn } from './stand-in.ts';

export interface Gitee extends StandIn, Registration {
  user: Record<string, unknown>;
  emails: { email: string; state: string; scope: string[] }[];
  denies: string;
}

/**
 * Gitee. Read on 2026-11-23, in a copy: https://gitee.com/api/v5/oauth_doc. The list of addresses needs the scope `emails`; its form is that
 * of other programs, because its own description was not within reach.
 */
export function createGitee(): Gitee {
  const site = 'https://gitee.com';
  const service: Gitee = {
    hosts: ['gitee.com'],
    clientId: 'b1f1a2c3d4e5f6a7b8c9d0e1f2a3b4c5',
    clientSecret: 'the secret of the Gitee application',
    redirectUris: [],
    user: {},
    emails: [],
    denies: '',
    answer,
  };
  const codes = createCodes(service);

  function authorization(query: URLSearchParams): Said {
    const problem = codes.problemOf(query);
    if (problem) return page(401, problem);
    const error = service.denies || (query.get('response_type') === 'code' ? '' : 'unsupported_response_type');
    const back = new URL(query.get('redirect_uri') as string);
    const hasEmails = query.get('scope')?.split(' ').includes('emails');
    const shown = { user: service.user, emails: hasEmails ? service.emails : undefined };
    back.searchParams.set(error ? 'error' : 'code', error || codes.issue(query, shown));
    back.searchParams.set('state', query.get('state') ?? '');
    return redirect(back);
  }

  function exchange(asked: Asked): Said {
    const { id, secret } = credentialsOf(asked);
    if (id !== service.clientId || secret !== service.clientSecret)
      return json(401, { error: 'invalid_client', error_description: '客户端认证失败' });
    const form = formOf(asked);
    const redeemed = form.get('grant_type') === 'authorization_code' ? codes.redeem(form) : 'invalid_grant';
    if (typeof redeemed === 'string')
      return json(401, {
        error: 'invalid_grant',
        error_description: '授权方式无效，或者登录回调地址无效、过期或已被撤销',
      });
    const about = { token_type: 'bearer', expires_in: 86_400, scope: redeemed.issued.query.get('scope') };
    return json(200, { access_token: redeemed.token, ...about, created_at: Math.floor(Date.now() / 1000) });
  }

  function answer(asked: Asked): Said {
    const at = `${asked.url.origin}${asked.url.pathname}`;
    if (at === `${site}/oauth/authorize`) return authorization(asked.url.searchParams);
    if (at === `${site}/oauth/token` && asked.method === 'POST') return exchange(asked);
    const shown = codes.userOf(asked.headers.authorization) as Partial<Gitee> | undefined;
    if (!shown) return json(401, { message: '401 Unauthorized: Access token does not exist' });
    if (at === `${site}/api/v5/user`) return json(200, shown.user);
    if (at !== `${site}/api/v5/emails`) return json(404, { message: 'Not Found' });
    return shown.emails ? json(200, shown.emails) : json(403, { message: '403 Forbidden: insufficient_scope' });
  }

  return service;
}
