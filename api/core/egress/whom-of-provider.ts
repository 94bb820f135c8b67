import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Whom } from './gate.ts';

/**
 * The owner of a provider's requests. A provider for all organizations acts for the platform. Other providers act
 * for the organization that uses them, so a tenant cannot reach more networks by declaring a provider.
 */
export const whomOfProvider = ({ audience }: Pick<Provider, 'audience'>, organization: string): Whom =>
  audience === 'all' ? 'platform' : { organization };
