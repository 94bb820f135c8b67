import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { mayEnter } from '../../signin/may-enter.ts';
import type { UserAccount } from '../tokens/accounts.ts';

export const applicationOf = ({ oidc }: KoaContextWithOIDC) => (oidc.client as Client).application as Application;

/** Somebody is signed in to the browser who may not enter here: to the application that is nobody. */
export function isForeign(ctx: KoaContextWithOIDC): boolean {
  const account = ctx.oidc.account as UserAccount | undefined;
  return account !== undefined && !mayEnter(account.user.owner, applicationOf(ctx));
}
