import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isSignInCategory } from '@doorwright/crds/providers/sign-in-button.ts';
import { platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The provider of a test. Its requests go out as those of the first organization that uses it. */
export async function providerToTest({ db, store }: Pick<AccountDeps, 'db' | 'store'>, name: string) {
  const provider = (await store('provider').findFor(db, platform, 'admin', name)) as Provider | undefined;
  if (!provider || !isSignInCategory(provider)) throw new Refusal('not-found', { kind: 'Provider', id: name });
  return { provider, organization: provider.organizations[0] ?? platform };
}
