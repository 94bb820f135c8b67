import type { User } from '@doorwright/crds/kinds/user.ts';
import type { HooksByKind } from '../../core/objects/rules/kind-hooks.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type NoticeSubject, tellUser } from './account-notice.ts';

/** The letters about one update. Clients of Casdoor 2022 remove passkeys by a shorter list. */
function subjectsOf(before: User, after: User): NoticeSubject[] {
  const subjects: [NoticeSubject, boolean][] = [
    ['passwordChanged', after.password !== before.password],
    ['emailChanged', after.email !== before.email],
    ['phoneChanged', after.phone !== before.phone],
    ['factorDemanded', after.requireSecondFactor && !before.requireSecondFactor],
    ['passkeyRemoved', after.webauthnCredentials.length < before.webauthnCredentials.length],
  ];
  return subjects.flatMap(([subject, has]) => (has ? [subject] : []));
}

/** Tells users what update-user changed in their sign-in. The letters go to the address from before the update. */
export const tellOfUpdates = (hooks: HooksByKind, deps: Pick<AccountDeps, 'db' | 'store'>): HooksByKind => ({
  ...hooks,
  user: {
    ...hooks.user,
    async beforeUpdate(draft, before, work) {
      const user = before as typeof before & User;
      const after = ((await hooks.user?.beforeUpdate?.(draft, before, work)) ?? draft) as typeof draft & User;
      for (const subject of subjectsOf(user, after))
        await tellUser(work.sql, deps, { user, to: user.email, subject, language: undefined });
      return after;
    },
  },
});
