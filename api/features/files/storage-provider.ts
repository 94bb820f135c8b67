import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { administers, type Caller, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { applicationOfUser } from '../../signin/place/application-of-user.ts';
import { providerOf } from '../../signin/place/applications.ts';
import { installationStore } from './installation-store.ts';

type Deps = Pick<RouteDeps, 'db' | 'store' | 'registry'>;

interface Wanted {
  owner: string;
  /** Names from the request, if any. */
  application: string;
  provider: string;
  tag: string;
}

/** The provider with this name, if the organization may use it. */
export async function findProvider({ db, store }: Deps, organization: string, name: string): Promise<Provider> {
  const found = await store('provider').findFor(db, organization, 'admin', name);
  if (!found) throw new Refusal('not-found', { kind: 'Provider', id: `admin/${name}`.slice(0, 200) });
  return found as unknown as Provider;
}

async function applicationNameOf(deps: Deps, caller: Caller): Promise<string> {
  if (caller.type !== 'user') return caller.type === 'application' ? caller.name : '';
  const user = (await deps.store('user').find(deps.db, caller.owner, caller.name)) as User | undefined;
  return (user && (await applicationOfUser(deps, user))?.name) ?? '';
}

/**
 * The application that a file comes through: the named one, the calling one, or the one that the caller signed up
 * with.
 */
async function applicationOf(deps: Deps, caller: Caller, { owner, application }: Wanted): Promise<Application> {
  const name = application || (await applicationNameOf(deps, caller));
  const found = (await deps.store('application').find(deps.db, 'admin', name)) as Application | undefined;
  const mayName = found && (administers(caller, found.organization) || organizationOf(caller) === found.organization);
  if (!found || !mayName) throw new Refusal('not-found', { kind: 'Application', id: name || owner });
  return found;
}

/** Files that everybody may keep in the installation's store, because a field of an object shows them. */
const forTheInstallation: readonly string[] = ['avatar', 'termsOfUse'];

/**
 * The store for a file. Administrators may choose it. Other callers use the store of their application. For pictures of users, terms of
 * use and files of administrators, the installation's own store stands in.
 */
export async function storeForUpload(
  deps: Deps,
  caller: Caller,
  wanted: Wanted,
  now: Date,
): Promise<{ provider: Provider; application: string }> {
  if (wanted.provider && administers(caller, wanted.owner)) {
    return { provider: await findProvider(deps, wanted.owner, wanted.provider), application: wanted.application };
  }
  const application = await applicationOf(deps, caller, wanted);
  const provider =
    (await providerOf(deps, application, 'Storage')) ??
    (forTheInstallation.includes(wanted.tag) || administers(caller, wanted.owner)
      ? await installationStore(deps, wanted.owner, now)
      : undefined);
  if (!provider) throw new Refusal('storage-provider-missing', { application: application.name });
  if (wanted.provider && wanted.provider !== provider.name) throw new Refusal('unauthorized');
  return { provider, application: application.name };
}
