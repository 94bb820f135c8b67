import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { mayEnter } from '../../signin/place/may-enter.ts';
import type { UserAccount } from '../tokens/accounts.ts';

export const applicationOf = ({ oidc }: KoaContextWithOIDC) => (oidc.client as Client).application as Application;

/** Whether the browser's user may not enter this application. Then the application sees no user. */
export function isForeign(ctx: KoaContextWithOIDC): boolean {
  const account = ctx.oidc.account as UserAccount | undefined;
  return account !== undefined && !mayEnter(account.user.owner, applicationOf(ctx));
}
