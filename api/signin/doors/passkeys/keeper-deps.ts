import type { User } from '@doorwright/crds/kinds/user.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { AccountDeps } from '../../place/deps.ts';

/** What the routes of passkeys work with. Second factors know passkeys, so passkeys get their check from outside. */
export interface KeeperDeps extends AccountDeps {
  /** Refuses a user who has to prove a second factor before their passkeys change. */
  requireFactor: (context: RequestContext, user: User) => Promise<void>;
}
