import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Provider } from 'oidc-provider';
import type { ProtocolDeps } from '../deps.ts';
import { replaceTokenValues } from '../patches/token-values.ts';
import type { UserAccount } from './accounts.ts';
import { entitlementsIn } from './entitlements.ts';
import { groupsIn } from './groups.ts';
import { impersonationClaim, signInClaims, sourceOfToken } from './impersonation.ts';
import { createTokenSigner } from './sign-jwt.ts';
import type { SigningKey } from './signing-keys.ts';
import { factsOfApplication, factsOfUser } from './token-claims.ts';

interface TokenModel {
  kind: string;
  jti: string;
  exp: number;
  iat?: number;
  accountId?: string;
  clientId: string;
  scope?: string;
  sid?: string;
  jkt?: string;
  client: { application: Application };
  /** Lifetime in seconds. */
  expiration: number;
}

export interface Signing {
  issuer: string;
  key: SigningKey;
  deps: Pick<ProtocolDeps, 'db' | 'store' | 'registry' | 'now'>;
}

async function claimsOf(token: TokenModel, { deps }: Signing): Promise<Record<string, unknown>> {
  const { application } = token.client;
  if (token.kind === 'ClientCredentials')
    return { ...factsOfApplication(application), sub: `${application.owner}/${application.name}` };
  const account = Provider.ctx?.oidc.entities.Account as UserAccount;
  const source = sourceOfToken();
  return {
    ...(await factsOfUser(account.user, { application, scope: token.scope }, deps)),
    ...(source?.nonce && { nonce: source.nonce }),
    ...impersonationClaim(),
    // JWT-Empty is as empty as Casdoor's. Its resource server asks at introspection.
    ...(application.tokenFormat !== 'JWT-Empty' && {
      ...(await groupsIn(token.scope, account.user, application, deps)),
      ...(await entitlementsIn(token.scope, account.user, deps)),
      ...signInClaims(),
      ...(source?.amr && { amr: source.amr }),
    }),
    sub: token.accountId,
  };
}

/**
 * Makes access tokens JWTs that are rows too. The library could neither introspect nor revoke a JWT, and the end of a
 * session would not end it. So it knows them as opaque, and the row is found by its digest.
 */
export function makeJwtAccessTokens(provider: Provider, signing: Signing): void {
  const { issuer, key, deps } = signing;
  const signed = createTokenSigner(key);

  const sign = async (token: TokenModel, iat: number): Promise<string> =>
    signed({
      ...(await claimsOf(token, signing)),
      jti: token.jti,
      client_id: token.clientId,
      ...(token.scope && { scope: token.scope }),
      ...(token.sid && { sid: token.sid }),
      ...(token.jkt && { cnf: { jkt: token.jkt } }),
      iss: issuer,
      aud: [token.clientId],
      iat,
      nbf: iat,
      exp: iat + token.expiration,
    });

  replaceTokenValues<TokenModel>(provider, async (token) => {
    // Signing takes a while. Token and row have the same time, or introspection would know a token that has expired.
    const madeAt = deps.now();
    return { value: await sign(token, Math.floor(madeAt.getTime() / 1000)), payload: { madeAt } };
  });
}
