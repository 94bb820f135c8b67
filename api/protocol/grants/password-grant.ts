import { errors, type Provider } from 'oidc-provider';
import { password as passwordMethod } from '../../signin/methods/password.ts';
import type { ProtocolDeps } from '../deps.ts';
import { type GrantSignIn, signInAtGrant } from './sign-in-at-grant.ts';
import { registerUserGrant } from './user-grant.ts';

const signInByPassword: GrantSignIn = (deps, ctx) => {
  const { username, password } = ctx.oidc.params as Record<string, string | undefined>;
  if (!username || !password) throw new errors.InvalidRequest('username and password are required');
  return signInAtGrant(deps, ctx, {
    method: passwordMethod,
    form: { username, password },
    reasonOf: ({ code }) => (code === 'locked' ? 'too many wrong passwords' : 'invalid username or password'),
  });
};

/** The password grant, for applications that allow it. */
export const registerPasswordGrant = (provider: Provider, deps: ProtocolDeps): void =>
  registerUserGrant(provider, deps, {
    name: 'password',
    parameters: ['username', 'password'],
    signIn: signInByPassword,
  });
