import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { ProviderCategory } from '@doorwright/crds/providers/index.ts';
import { type Caller, isGlobalAdmin, organizationOf, platform } from '../../core/callers.ts';
import { providerOf } from '../../signin/place/applications.ts';
import type { PortalDeps } from '../../signin/place/portal-deps.ts';

type Providers = Pick<Application, 'organization' | 'providers'>;

/**
 * The applications whose providers the caller may use: the caller itself, or all of the organization that the
 * caller administers.
 */
async function applicationsOf({ db, store }: PortalDeps, caller: Caller): Promise<Providers[]> {
  const own = caller.type === 'application' ? { name: caller.name } : { organization: organizationOf(caller) ?? '' };
  return db(store('application').table)
    .where({ owner: 'admin', ...own })
    .orderBy('name')
    .select('organization', 'providers');
}

/** The provider that a caller sends through: the named one, or the first of its applications. */
export async function callersProvider(
  deps: PortalDeps,
  caller: Caller,
  { name, category }: { name: string; category: ProviderCategory },
): Promise<Provider | undefined> {
  const applications =
    isGlobalAdmin(caller) && name
      ? [{ organization: platform, providers: [{ name }] as never }]
      : await applicationsOf(deps, caller);
  const ofName = ({ organization, providers }: Providers) => ({
    organization,
    providers: providers.filter((each) => !name || each.name === name),
  });
  for (const application of applications) {
    const provider = await providerOf(deps, ofName(application), category);
    if (provider) return provider;
  }
  return undefined;
}
