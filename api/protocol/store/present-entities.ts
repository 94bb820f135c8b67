import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Provider } from 'oidc-provider';
import type { UserAccount } from '../tokens/accounts.ts';

interface Entities {
  Client?: { application: Application };
  Account?: UserAccount;
  AuthorizationCode?: { jti: string; codeChallenge?: string; exp: number };
  RefreshToken?: { jti: string };
  AccessToken?: { jti: string };
}

/** The library's objects of the present request. */
export const entities = (): Entities => (Provider.ctx?.oidc.entities ?? {}) as unknown as Entities;

/** The access token that the present request has given so far. */
export const presentAccessToken = (): string | undefined => entities().AccessToken?.jti;
