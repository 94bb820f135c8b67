import type { User } from '@doorwright/crds/kinds/user.ts';
import type { HooksByKind } from '../../core/objects/kind-hooks.ts';
import type { AccountDeps } from '../deps.ts';
import { tellUser } from '../notices/account-notice.ts';

/** Sends a letter to users whose passkeys update-user removed. Clients of Casdoor 2022 do that. */
export const tellOfRemoval = (hooks: HooksByKind, deps: Pick<AccountDeps, 'db' | 'store'>): HooksByKind => ({
  ...hooks,
  user: {
    ...hooks.user,
    async beforeUpdate(draft, before, work) {
      const user = before as typeof before & User;
      const after = ((await hooks.user?.beforeUpdate?.(draft, before, work)) ?? draft) as typeof draft & User;
      if (after.webauthnCredentials.length < user.webauthnCredentials.length)
        await tellUser(work.sql, deps, { user, to: user.email, subject: 'passkeyRemoved', language: undefined });
      return after;
    },
  },
});
