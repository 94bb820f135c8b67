import { createCodes, type Registration } from './codes.ts';
import { type Asked, credentialsOf, formOf, json, page, redirect, type Said, type StandIn } from './stand-in.ts';

interface User {
  id: number;
  login: string;
  name: string | null;
  email: string | null;
  avatar_url: string;
  [other: string]: unknown;
}

export interface GitHub extends StandIn, Registration {
  user: User;
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[];
  denies: string;
}

/** The documented problems of an exchange. GitHub answers them with status 200. */
const problems = {
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  redirect_uri_mismatch: 'The redirect_uri MUST match the registered callback URL for this application.',
  bad_verification_code: 'The code passed is incorrect or expired.',
} as const;

const pictures = 'avatars.githubusercontent.com';
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

const refused = (error: keyof typeof problems): Said =>
  json(200, {
    error,
    error_description: problems[error],
    error_uri:
      'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/',
  });

/**
 * An OAuth app of GitHub. Read on 2026-11-23:
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps,
 * https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors,
 * https://docs.github.com/en/rest/users/users and https://docs.github.com/en/rest/users/emails. The API refuses requests without a
 * User-Agent, and answers in the form that the Accept header names.
 */
export function createGitHub(site = 'github.com', api = 'https://api.github.com'): GitHub {
  const github: GitHub = {
    hosts: [...new Set([site, new URL(api).host, pictures])],
    clientId: 'Iv1.8a61f9b3a7aba766',
    clientSecret: 'the secret of the OAuth app',
    redirectUris: [],
    user: {
      id: 583_231,
      login: 'octocat',
      name: 'The Octocat',
      email: null,
      avatar_url: `https://${pictures}/u/583231?v=4`,
    },
    emails: [],
    denies: '',
    answer,
  };
  const codes = createCodes(github, { demandsPkce: true });

  function authorization(query: URLSearchParams): Said {
    if (query.get('client_id') !== github.clientId) return page(404, 'Not Found');
    // Without a registered address, GitHub sends the error to the address of the registration.
    const problem = codes.problemOf(query);
    const back = new URL(problem ? (github.redirectUris[0] as string) : (query.get('redirect_uri') as string));
    const error = problem || github.denies;
    back.searchParams.set(error ? 'error' : 'code', error || codes.issue(query, github.user));
    back.searchParams.set('state', query.get('state') ?? '');
    return redirect(back);
  }

  function exchange(asked: Asked): Said {
    if (!/json/.test(asked.headers.accept ?? '')) return { status: 200, body: 'access_token=unread&token_type=bearer' };
    const { id, secret } = credentialsOf(asked);
    if (id !== github.clientId || secret !== github.clientSecret) return refused('incorrect_client_credentials');
    const redeemed = codes.redeem(formOf(asked));
    if (redeemed === 'redirect_uri_mismatch') return refused('redirect_uri_mismatch');
    if (redeemed === 'invalid_grant') return refused('bad_verification_code');
    const scope = redeemed.issued.query.get('scope')?.replaceAll(' ', ',');
    return json(200, { access_token: redeemed.token, scope, token_type: 'bearer' });
  }

  function answer(asked: Asked): Said {
    const at = `${asked.url.origin}${asked.url.pathname}`;
    if (asked.url.host === pictures)
      return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, body: picture };
    if (at === `https://${site}/login/oauth/authorize`) return authorization(asked.url.searchParams);
    if (at === `https://${site}/login/oauth/access_token` && asked.method === 'POST') return exchange(asked);
    if (!asked.headers['user-agent']) return { status: 403, body: 'Request forbidden by administrative rules.' };
    const user = codes.userOf(asked.headers.authorization);
    if (!user) return json(401, { message: 'Bad credentials' });
    if (at === `${api}/user`) return json(200, user);
    if (at === `${api}/user/emails`) return json(200, github.emails);
    return json(404, { message: 'Not Found' });
  }

  return github;
}
