import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createCodes, type Registration } from './codes.ts';
import { type Asked, credentialsOf, formOf, json, page, redirect, type Said, type StandIn } from './stand-in.ts';

type Claims = Record<string, unknown>;

export interface OpenIdService extends StandIn, Registration {
  issuer: string;
  /** The claims of the user who is signed in there. */
  user: Claims & { sub: string };
  /** The service answers with this error instead of a code. */
  denies: string;
  /** Changes an ID token before it is signed. */
  tamper: (claims: Claims) => Claims;
  /** Signs with a key that it does not publish. */
  signsWithForeignKey: boolean;
  /** The `iss` of its authorization responses (RFC 9207). Undefined for none. */
  namesIssuer: string | undefined;
}

/** Where a service differs from the standard, or adds to it. */
export interface Rules {
  /** The scopes that the registration may ask for. */
  scopes?: readonly string[];
  /** PKCE is demanded, ignored, or refused at the exchange. */
  pkce?: 'demanded' | 'ignored' | 'refused';
  /** The nonce is demanded, or never repeated. */
  nonce?: 'demanded' | 'ignored';
  /** The address below which the metadata stands, where it is not the issuer. */
  publishedAt?: string;
  /** The `iss` of the ID token of a user. */
  issuerFor?: (user: Claims) => string;
  /** The answer of the userinfo endpoint. */
  shown?: (user: Claims) => Claims;
  /** Is this the secret of the registration? */
  knows?: (secret: string) => boolean | Promise<boolean>;
  /** The refusal of an exchange. */
  refuse?: (status: number, error: string, description?: string) => Said;
  /** The authorization response. */
  respond?: (back: URL, user: Claims) => Said;
  /** More members of the token response. */
  beside?: Claims;
}

interface Options {
  issuer: string;
  /** The paths of its endpoints, below the issuer or at other hosts. */
  endpoints?: { authorize: string; token: string; userInfo?: string; keys: string };
  clientId?: string;
  /** Claims that stand in the ID token. All stand in the answer of the userinfo endpoint. */
  inIdToken?: readonly string[];
  rules?: Rules;
}

const standardRefusal = (status: number, error: string, description?: string) =>
  json(status, { error, ...(description && { error_description: description }) });

/**
 * An OpenID provider with the rules of OpenID Connect Core 1.0 (3.1), Discovery 1.0, RFC 7636 and RFC 9207. It checks client, secret,
 * redirect address, PKCE, and the single use of a code, and signs its tokens.
 */
export async function createOpenIdService({
  issuer,
  endpoints,
  clientId = 'doorwright',
  inIdToken,
  rules = {},
}: Options) {
  const {
    scopes,
    pkce = 'demanded',
    nonce: nonceRule = 'demanded',
    publishedAt = issuer,
    issuerFor = () => issuer,
  } = rules;
  const { shown: shownTo = (user) => user, knows = (secret) => secret === service.clientSecret } = rules;
  const { refuse = standardRefusal, respond = redirect, beside = {} } = rules;
  const { authorize, token, userInfo, keys } = endpoints ?? {
    authorize: `${issuer}/authorize`,
    token: `${issuer}/token`,
    userInfo: `${issuer}/userinfo`,
    keys: `${issuer}/keys`,
  };
  const own = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const published = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'current', alg: 'RS256', use: 'sig' }] };
  const addresses = [publishedAt, authorize, token, keys, ...(userInfo ? [userInfo] : [])];

  const service: OpenIdService = {
    issuer,
    hosts: [...new Set(addresses.map((each) => new URL(each).host))],
    clientId,
    clientSecret: 'the secret of the registration',
    redirectUris: [],
    user: { sub: 'sub-1' },
    denies: '',
    tamper: (claims) => claims,
    signsWithForeignKey: false,
    namesIssuer: issuer,
    answer,
  };
  const codes = createCodes(service);

  function metadata(): Said {
    return json(200, {
      issuer,
      authorization_endpoint: authorize,
      token_endpoint: token,
      jwks_uri: keys,
      ...(userInfo && { userinfo_endpoint: userInfo }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(pkce === 'demanded' && { code_challenge_methods_supported: ['S256'] }),
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      ...(service.namesIssuer !== undefined && { authorization_response_iss_parameter_supported: true }),
    });
  }

  function authorization(query: URLSearchParams): Said {
    const problem = codes.problemOf(query);
    if (problem) return page(400, problem);
    const back = new URL(query.get('redirect_uri') as string);
    const answer = (name: string, value: string) => {
      back.searchParams.set(name, value);
      back.searchParams.set('state', query.get('state') ?? '');
      if (service.namesIssuer !== undefined) back.searchParams.set('iss', service.namesIssuer);
      return respond(back, service.user);
    };
    if (service.denies) return answer('error', service.denies);
    if (query.get('response_type') !== 'code') return answer('error', 'unsupported_response_type');
    const asked = query.get('scope')?.split(' ') ?? [];
    const isPermitted = scopes === undefined || asked.every((each) => scopes.includes(each));
    if (!asked.includes('openid') || !isPermitted) return answer('error', 'invalid_scope');
    const isProtected =
      (pkce !== 'demanded' || query.get('code_challenge_method') === 'S256') &&
      (nonceRule === 'ignored' || query.get('nonce')) &&
      query.get('state');
    if (!isProtected) return answer('error', 'invalid_request');
    return answer('code', codes.issue(query, service.user));
  }

  async function exchange(asked: Asked): Promise<Said> {
    const { id, secret } = credentialsOf(asked);
    const form = formOf(asked);
    const isClient =
      id === service.clientId && (await knows(secret)) && !(pkce === 'refused' && form.has('code_verifier'));
    if (!isClient) return refuse(401, 'invalid_client');
    if (form.get('grant_type') !== 'authorization_code') return refuse(400, 'unsupported_grant_type');
    const redeemed = codes.redeem(form);
    if (typeof redeemed === 'string') return refuse(400, 'invalid_grant', redeemed);
    const user = redeemed.issued.user as OpenIdService['user'];
    const shown = inIdToken ? Object.fromEntries(inIdToken.map((name) => [name, user[name]])) : user;
    const now = Math.floor(Date.now() / 1000);
    const nonce = nonceRule === 'ignored' ? undefined : redeemed.issued.query.get('nonce');
    const [iss, sub] = [issuerFor(user), user.sub];
    const claims = { ...shown, iss, sub, aud: service.clientId, iat: now, exp: now + 300, nonce };
    const idToken = await new SignJWT(service.tamper(claims))
      .setProtectedHeader({ alg: 'RS256', kid: 'current' })
      .sign(service.signsWithForeignKey ? foreign.privateKey : own.privateKey);
    return json(200, {
      access_token: redeemed.token,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken,
      ...beside,
    });
  }

  async function answer(asked: Asked): Promise<Said> {
    const at = `${asked.url.origin}${asked.url.pathname}`;
    if (at === `${publishedAt}/.well-known/openid-configuration`) return metadata();
    if (at === keys) return json(200, published);
    if (at === authorize && asked.method === 'GET') return authorization(asked.url.searchParams);
    if (at === token && asked.method === 'POST') return exchange(asked);
    const user = at === userInfo ? codes.userOf(asked.headers.authorization) : undefined;
    if (at === userInfo) return user ? json(200, shownTo(user as Claims)) : json(401, { error: 'invalid_token' });
    return json(404, { error: 'not_found' });
  }

  return service;
}

/**
 * Google's OpenID provider. Read on 2026-11-23: the discovery document in
 * https://developers.google.com/identity/openid-connect/reference. It names its issuer in no authorization response of this stand-in.
 */
export async function createGoogle() {
  const service = await createOpenIdService({
    issuer: 'https://accounts.google.com',
    endpoints: {
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      userInfo: 'https://openidconnect.googleapis.com/v1/userinfo',
      keys: 'https://www.googleapis.com/oauth2/v3/certs',
    },
    clientId: '402398201547-doorwright.apps.googleusercontent.com',
  });
  service.namesIssuer = undefined;
  return service;
}
