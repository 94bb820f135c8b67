import type { Row } from '@doorwright/crds';

/** The addresses of an application's pages, to share or to try in another window. */
export function pagesOf(origin: string, { name, clientId, redirectUris, enableSignUp }: Row) {
  const at = encodeURIComponent(String(name));
  const [redirectUri] = redirectUris as string[];
  const asked = new URLSearchParams({
    client_id: String(clientId),
    response_type: 'code',
    redirect_uri: redirectUri ?? '',
    scope: 'openid',
    state: 'doorwright',
  });
  return [
    ...(redirectUri ? [{ page: 'signIn', address: `${origin}/login/oauth/authorize?${asked}` }] : []),
    ...(enableSignUp ? [{ page: 'signUp', address: `${origin}/signup/${at}` }] : []),
    { page: 'forgot', address: `${origin}/forget/${at}` },
    { page: 'prompt', address: `${origin}/prompt/${at}` },
  ];
}
