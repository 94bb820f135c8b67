import type { Provider } from 'oidc-provider';
import { queueNotices } from '../../kinds/session/sign-out-notices.ts';
import type { ProtocolDeps } from '../deps.ts';
import { tellSignOuts } from '../patches/back-channel-logout.ts';

/** Applications hear of a sign-out by a job, so that no user waits, and so that each is told until it has heard. */
export const tellLater = (provider: Provider, { db }: Pick<ProtocolDeps, 'db'>): void =>
  tellSignOuts(provider, (clientId, sub, sid) => queueNotices(db, [{ clientId, sub, sid }]));
