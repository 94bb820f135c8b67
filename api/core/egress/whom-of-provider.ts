import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Whom } from './gate.ts';

/**
 * For whom a provider reaches out: one for all organizations is the platform's own; one for named organizations reaches what the
 * organization reaches that uses it. So a tenant whose resource declares a provider gets no further by it.
 */
export const whomOfProvider = ({ audience }: Pick<Provider, 'audience'>, organization: string): Whom =>
  audience === 'all' ? 'platform' : { organization };
