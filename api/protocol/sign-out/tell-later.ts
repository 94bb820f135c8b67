import type { Provider } from 'oidc-provider';
import { queueNotices } from '../../kinds/session/sign-out-notices.ts';
import type { ProtocolDeps } from '../deps.ts';
import type { ToldClient } from './tell-sign-outs.ts';

/** The library tells applications while the user waits; here they are told afterwards, until they have heard. */
export function tellLater({ Client }: Provider, { db }: Pick<ProtocolDeps, 'db'>): void {
  const model = Client.prototype as unknown as ToldClient;
  model.tell = model.backchannelLogout;
  model.backchannelLogout = function (this: ToldClient, sub, sid) {
    return queueNotices(db, [{ clientId: this.clientId, sub, sid }]);
  };
}
