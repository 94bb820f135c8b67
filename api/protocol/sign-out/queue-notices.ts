import type { Provider } from 'oidc-provider';
import { queueNotices } from '../../kinds/session/sign-out-notices.ts';
import type { ProtocolDeps } from '../deps.ts';
import { tellSignOuts } from '../patches/back-channel-logout.ts';

/** A job tells applications of a sign-out. No user waits for it, and each application is told until it answers. */
export const queueSignOutNotices = (provider: Provider, { db }: Pick<ProtocolDeps, 'db'>): void =>
  tellSignOuts(provider, (clientId, sub, sid) => queueNotices(db, [{ clientId, sub, sid }]));
