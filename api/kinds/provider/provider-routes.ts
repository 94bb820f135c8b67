import { typesSwitchedOn } from '../../core/switched-on.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';

export const providerRoutes = ({ registry, config }: Pick<RouteDeps, 'registry' | 'config'>): Route[] => [
  {
    method: 'GET',
    path: '/api/get-provider-types',
    summary: 'Lists the types of providers that a setting of this installation has turned on.',
    tag: registry.named('provider').kind,
    permission: 'organizationAdmin',
    answer: { data: { type: 'array', items: { type: 'string' } } },
    handle: async () => ({ data: typesSwitchedOn(config) }),
  },
];
