import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';

const named = z.object({
  owner: z.string().describe('`admin`.'),
  name: z.string().describe('Name of the organization.'),
  displayName: z.string().describe('Name shown to people.'),
});

export function organizationRoutes({ registry, objects }: RouteDeps): Route[] {
  const kind = registry.named('organization');
  return [
    {
      method: 'GET',
      path: '/api/get-organization-names',
      summary: 'Lists names of organizations: all for global administrators, their own for others.',
      tag: kind.kind,
      permission: 'organizationAdmin',
      query: { owner: { about: 'Ignored, because all organizations have one owner.' } },
      answer: { data: { type: 'array', items: emit(named) } },
      async handle({ context }) {
        const { rows } = await objects.list(kind, context, {});
        return { data: rows.map(({ owner, name, displayName }) => ({ owner, name, displayName })) };
      },
    },
  ];
}
