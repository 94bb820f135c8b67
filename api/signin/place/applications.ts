import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { ProviderCategory } from '@doorwright/crds/providers/index.ts';
import { Refusal } from '../../core/errors.ts';
import { whereForOrganization } from '../../core/objects/storage/audience.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { AccountDeps } from './deps.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

/** `admin/app-built-in` or `app-built-in` → the name. */
export const nameIn = (id: string) => id.slice(id.indexOf('/') + 1);

/** The application of a page, and the organization of its users. */
export async function applicationNamed(
  deps: Deps,
  name: string,
): Promise<{ application: Application; organization: Organization }> {
  const memory = cachedObjectsOf(deps);
  const application = await memory.applicationNamed(name);
  const organization = application && (await memory.organizationNamed(application.organization));
  if (!application || !organization) throw new Refusal('not-found', { kind: 'Application', id: name.slice(0, 100) });
  if (!application.isEnabled) throw new Refusal('application-disabled');
  return { application, organization };
}

/** The providers of a category that the application lists and its organization may use, in the order of the list. */
export async function providersOf(
  { db, store }: Deps,
  { organization, providers }: { organization: string; providers: readonly { name: string }[] },
  category: ProviderCategory,
): Promise<Provider[]> {
  const names = providers.map(({ name }) => name);
  if (names.length === 0) return [];
  const { kind, table, fromRow } = store('provider');
  const rows = await whereForOrganization(db(table).where({ owner: 'admin', category }), kind, organization)
    .whereIn('name', names)
    .orderByRaw('array_position(CAST(? AS text[]), name)', [names]);
  return rows.map((row: Record<string, unknown>) => fromRow(row) as unknown as Provider);
}

/** The first of these providers. A letter to a user goes by `senderOf` instead. */
export const providerOf = async (
  deps: Deps,
  application: Pick<Application, 'organization' | 'providers'>,
  category: ProviderCategory,
): Promise<Provider | undefined> => (await providersOf(deps, application, category))[0];
