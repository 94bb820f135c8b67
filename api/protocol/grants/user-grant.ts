import { randomUUID } from 'node:crypto';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { classOf, methodsOf } from '../../kinds/session/authentication-methods.ts';
import { sessionId } from '../../kinds/session/sessions.ts';
import type { ProtocolDeps } from '../deps.ts';
import { ProofRefused } from '../errors/proof-refused.ts';
import { checkDpopReplay, checkDpopRequired, validateDpop } from '../patches/key-proofs.ts';
import { noteVisit } from '../store/session-adapter.ts';
import { giveInSession } from '../store/single-use.ts';
import { accountOf } from '../tokens/accounts.ts';
import { noteMethods } from '../tokens/impersonation.ts';
import type { GrantSignIn } from './sign-in-at-grant.ts';

interface UserGrant {
  /** The `grant_type` of a request. */
  name: string;
  parameters: readonly string[];
  signIn: GrantSignIn;
}

/** Judges the proof of the key that binds the tokens, as the library does for its own grants. */
async function proofOf(provider: Provider, ctx: KoaContextWithOIDC, clientId: string) {
  const proof = await validateDpop(provider, ctx);
  checkDpopRequired(provider, ctx, proof, ProofRefused);
  await checkDpopReplay(provider, ctx, proof, clientId, ProofRefused);
  return proof;
}

/** A grant whose request proves a user. It opens a session and gives tokens. */
export function registerUserGrant(
  provider: Provider,
  deps: ProtocolDeps,
  { name, parameters, signIn }: UserGrant,
): void {
  const { AccessToken, Grant, IdToken, RefreshToken } = provider;

  async function handle(ctx: KoaContextWithOIDC): Promise<void> {
    const client = ctx.oidc.client as NonNullable<typeof ctx.oidc.client>;
    const proof = await proofOf(provider, ctx, client.clientId);
    const { user, session, isImpersonated, amr: proved } = await signIn(deps, ctx);
    const account = accountOf(user, deps);
    const { accountId } = account;
    ctx.oidc.entity('Account', account);
    const amr = methodsOf(isImpersonated, proved);
    const authTime = Math.floor(deps.now().getTime() / 1000);
    noteMethods(ctx, { amr, authTime });
    const [uid, sid] = [sessionId(session), randomUUID()];
    giveInSession(uid, errors.InvalidGrant);
    await noteVisit(deps, { uid, accountId, clientId: client.clientId, sid });
    const scope = [...ctx.oidc.requestParamOIDCScopes].join(' ');
    const grant = new Grant({ accountId, clientId: client.clientId });
    grant.addOIDCScope('openid');
    grant.addOIDCScope(scope);
    const given = {
      accountId,
      amr,
      acr: classOf(amr),
      client,
      grantId: await grant.save(),
      gty: name,
      scope,
      sessionUid: uid,
      sid,
    };
    const token = new AccessToken(given as never);
    if (proof) token.setThumbprint('jkt', proof.thumbprint);
    ctx.oidc.entity('AccessToken', token);
    const access_token = await token.save();
    // A client without a secret proves its refresh token by its key.
    const bound = client.clientAuthMethod === 'none' && proof ? { jkt: proof.thumbprint } : {};
    const refreshToken = client.grantTypeAllowed('refresh_token')
      ? new RefreshToken({ ...given, ...bound, authTime, rotations: 0 } as never)
      : undefined;
    if (refreshToken) ctx.oidc.entity('RefreshToken', refreshToken);
    const refresh_token = await refreshToken?.save();
    ctx.body = {
      access_token,
      ...(ctx.oidc.requestParamScopes.has('openid') && {
        id_token: await idToken(ctx, account.claims, { authTime, sid, amr, scope }),
      }),
      ...(refresh_token && { refresh_token }),
      token_type: token.tokenType,
      expires_in: token.expiration,
      scope,
    };
  }

  async function idToken(
    ctx: KoaContextWithOIDC,
    claims: ReturnType<typeof accountOf>['claims'],
    { authTime, sid, amr, scope }: { authTime: number; sid: string; amr: string[]; scope: string },
  ) {
    const proof = { auth_time: authTime, amr, acr: classOf(amr) };
    const token = new IdToken({ ...(await claims('id_token', scope, {}, [])), ...proof }, {
      ctx,
    } as never);
    Object.assign(token, { scope: 'openid' });
    token.set('sid', sid);
    return token.issue({ use: 'idtoken' });
  }

  provider.registerGrantType(name, handle as never, [...parameters, 'scope'], []);
}
