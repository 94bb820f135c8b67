import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { EgressOwner } from './gate.ts';

/**
 * The owner of a provider's requests. A provider for all organizations acts for the platform. Other providers act
 * for the organization that uses them, so a tenant cannot reach more networks by declaring a provider.
 */
export const egressOwnerOf = ({ audience }: Pick<Provider, 'audience'>, organization: string): EgressOwner =>
  audience === 'all' ? 'platform' : { organization };
