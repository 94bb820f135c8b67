import { errors, type Provider } from 'oidc-provider';
import { miniProgram } from '../../signin/methods/mini-program.ts';
import { miniProgramGrant } from '../clients/client-metadata.ts';
import type { ProtocolDeps } from '../deps.ts';
import { type GrantSignIn, signInAtGrant } from './sign-in-at-grant.ts';
import { registerUserGrant } from './user-grant.ts';

const signInByCode: GrantSignIn = (deps, ctx) => {
  const { code, username = '', avatar = '' } = ctx.oidc.params as Record<string, string | undefined>;
  if (!code) throw new errors.InvalidRequest('code is required');
  return signInAtGrant(deps, ctx, {
    method: miniProgram,
    form: { username, code, avatar },
    // A code cannot be guessed, so the program may know the cause.
    reasonOf: (refusal) => [refusal.code, refusal.params?.problem].filter(Boolean).join(': '),
  });
};

/** The code of a WeChat mini program, for applications with a provider of that type. */
export const registerMiniProgramGrant = (provider: Provider, deps: ProtocolDeps): void =>
  registerUserGrant(provider, deps, {
    name: miniProgramGrant,
    parameters: ['code', 'username', 'avatar', 'tag'],
    signIn: signInByCode,
  });
