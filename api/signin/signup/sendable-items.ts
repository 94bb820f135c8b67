import type { Application } from '@doorwright/crds/kinds/application.ts';
import { itemsWithCode, type ProvedItem, provedItems } from '@doorwright/crds/options/asked-items.ts';
import type { HooksByKind } from '../../core/objects/rules/kind-hooks.ts';
import type { AccountDeps } from '../place/deps.ts';
import { senderOf } from '../place/sender.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

/** The sign-up items of an application whose code can be sent to somebody who joins its organization. */
export async function sendableItems(
  deps: Deps,
  application: Pick<Application, 'organization' | 'providers' | 'signupItems'>,
): Promise<ProvedItem[]> {
  const { organization } = application;
  const found = itemsWithCode(application.signupItems).map(async (item) => {
    const sender = await senderOf(deps, provedItems[item], { organization, application: application as Application });
    return sender && item;
  });
  return (await Promise.all(found)).filter((item) => item !== undefined);
}

/** Adds these items to each application that is read alone. Its sign-up page asks for no others that need a code. */
export const showSendableItems = (hooks: HooksByKind, deps: Deps): HooksByKind => ({
  ...hooks,
  application: {
    ...hooks.application,
    async present(shown, stored, work, read) {
      const presented = (await hooks.application?.present?.(shown, stored, work, read)) ?? shown;
      const application = stored as unknown as Application;
      return { ...presented, signupCodes: read === 'one' ? await sendableItems(deps, application) : null };
    },
  },
});
