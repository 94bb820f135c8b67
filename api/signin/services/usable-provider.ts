import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isSignInCategory } from '@doorwright/crds/providers/sign-in-button.ts';

import { Refusal } from '../../core/errors.ts';
import type { AccountDeps } from '../place/deps.ts';

export type ProviderItem = Application['providers'][number];

export interface Usable {
  provider: Provider;
  item: ProviderItem;
}

/**
 * The provider of a name, where an application lists it for sign-in and both the application's organization and the user's may use it. It
 * is read at each request, so one that was switched off stops at once (S16).
 */
export async function usableProvider(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  name: string,
  application: Pick<Application, 'organization' | 'providers'>,
  organization: string = application.organization,
): Promise<Usable> {
  const item = application.providers.find((each) => each.name === name);
  const providers = store('provider');
  const [here, there] = item
    ? await Promise.all(
        [application.organization, organization].map((each) => providers.findFor(db, each, 'admin', name)),
      )
    : [];
  const provider = here as unknown as Provider | undefined;
  if (!item || !there || !provider || !isSignInCategory(provider))
    throw new Refusal('provider-not-enabled', { name: name.slice(0, 100) });
  return { provider, item };
}
