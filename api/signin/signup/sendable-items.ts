import type { Application } from '@doorwright/crds/kinds/application.ts';
import { itemsWithCode, type ProvedItem, provedItems } from '@doorwright/crds/options/asked-items.ts';
import { cacheReads } from '../../core/cache/cached-reads.ts';
import type { HooksByKind } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';
import type { AccountDeps } from '../place/deps.ts';
import { senderOf } from '../place/sender.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

type Asking = Pick<Application, 'organization' | 'providers' | 'signupItems'>;

async function readItems(deps: Deps, application: Asking): Promise<ProvedItem[]> {
  const { organization } = application;
  const found = itemsWithCode(application.signupItems).map(async (item) => {
    const sender = await senderOf(deps, provedItems[item], { organization, application: application as Application });
    return sender && item;
  });
  return (await Promise.all(found)).filter((item) => item !== undefined);
}

type Reading = (asking: string) => Promise<ProvedItem[] | undefined>;

const caches = new WeakMap<Db, Reading>();

/** Each sign-in page asks, so the answers are cached until an application or a provider changes. */
function cachedItems(deps: Deps): Reading {
  const known = caches.get(deps.db);
  if (known) return known;
  const cached = cacheReads(deps.db, ['application', 'provider'], (asking) => readItems(deps, JSON.parse(asking)));
  caches.set(deps.db, cached);
  return cached;
}

/** The sign-up items of an application whose code can be sent to somebody who joins its organization. */
export async function sendableItems(deps: Deps, application: Asking): Promise<ProvedItem[]> {
  const { organization, providers, signupItems } = application;
  return (await cachedItems(deps)(JSON.stringify({ organization, providers, signupItems }))) ?? [];
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
