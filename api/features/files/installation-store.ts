import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { parseNew } from '../../core/objects/rules/input.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';

const name = 'provider_storage_default';

/**
 * The installation's own store, for pictures of users and terms of use whose application has none. The first use adds it, as a provider of the local disk.
 * Global administrators can choose another type, or narrow its audience.
 */
export async function installationStore(
  { db, store, registry }: Pick<RouteDeps, 'db' | 'store' | 'registry'>,
  organization: string,
  now: Date,
): Promise<Provider | undefined> {
  const providers = store('provider');
  if (!(await providers.find(db, 'admin', name))) {
    const fields = { name, displayName: 'Storage Default', category: 'Storage', type: 'Local File System' };
    const made = parseNew(registry.named('provider'), { owner: 'admin', audience: 'all', ...fields }, now);
    await db(providers.table).insert(providers.toRow(made)).onConflict(['owner', 'name']).ignore();
  }
  const found = (await providers.findFor(db, organization, 'admin', name)) as Provider | undefined;
  return found?.category === 'Storage' ? found : undefined;
}
