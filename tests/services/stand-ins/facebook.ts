import { createHmac } from 'node:crypto';
import { createCodes, type Registration } from './codes.ts';
import { type Asked, credentialsOf, formOf, json, page, redirect, type Said, type StandIn } from './stand-in.ts';

export interface Facebook extends StandIn, Registration {
  user: Record<string, unknown>;
  denies: string;
}

const problem = (status: number, message: string, code: number, type = 'OAuthException'): Said =>
  json(status, { error: { message, type, code, fbtrace_id: 'AbCdEfGhIjK' } });

/**
 * Facebook Login. Read on 2026-11-23: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow,
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests and
 * https://developers.facebook.com/docs/graph-api/guides/error-handling. The application demands the proof of its secret. The API shows only
 * the fields that a request names.
 */
export function createFacebook(): Facebook {
  const graph = 'https://graph.facebook.com';
  const service: Facebook = {
    hosts: ['www.facebook.com', 'graph.facebook.com'],
    clientId: '1234567890123456',
    clientSecret: 'the secret of the Facebook app',
    redirectUris: [],
    user: {},
    denies: '',
    answer,
  };
  const codes = createCodes(service, { demandsPkce: true });

  function dialog(query: URLSearchParams): Said {
    if (codes.problemOf(query)) return page(400, 'URL blocked');
    const back = new URL(query.get('redirect_uri') as string);
    back.searchParams.set('state', query.get('state') ?? '');
    if (service.denies) {
      back.searchParams.set('error', service.denies);
      back.searchParams.set('error_reason', 'user_denied');
    } else back.searchParams.set('code', codes.issue(query, service.user));
    return redirect(back);
  }

  function exchange(asked: Asked): Said {
    const { id, secret } = credentialsOf(asked);
    if (id !== service.clientId) return problem(400, 'Error validating application. Invalid application ID.', 101);
    if (secret !== service.clientSecret) return problem(400, 'Error validating client secret.', 1);
    const redeemed = codes.redeem(formOf(asked));
    if (redeemed === 'redirect_uri_mismatch')
      return problem(
        400,
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
        100,
      );
    if (redeemed === 'invalid_grant') return problem(400, 'This authorization code has been used.', 100);
    return json(200, { access_token: redeemed.token, token_type: 'bearer', expires_in: 5_183_944 });
  }

  function me({ url, headers }: Asked): Said {
    const user = codes.userOf(headers.authorization) as Facebook['user'] | undefined;
    if (!user) return problem(400, 'Invalid OAuth access token - Cannot parse access token', 190);
    const token = headers.authorization?.split(' ')[1] ?? '';
    const proof = createHmac('sha256', service.clientSecret).update(token).digest('hex');
    if (url.searchParams.get('appsecret_proof') !== proof)
      return problem(400, 'Invalid appsecret_proof provided in the API argument', 100, 'GraphMethodException');
    const fields = (url.searchParams.get('fields') ?? 'id,name').split(',').map((each) => each.replace(/\..*/, ''));
    return json(200, Object.fromEntries(Object.entries(user).filter(([name]) => fields.includes(name))));
  }

  function answer(asked: Asked): Said {
    const at = `${asked.url.origin}${asked.url.pathname}`;
    if (at === 'https://www.facebook.com/dialog/oauth') return dialog(asked.url.searchParams);
    if (at === `${graph}/oauth/access_token`) return exchange(asked);
    return at === `${graph}/me` ? me(asked) : problem(404, 'Unknown path components', 2500);
  }

  return service;
}
