import { emit } from '@doorwright/crds/schema/schema.ts';
import type { Route } from '../../http/route.ts';
import { listParameters } from '../kind-routes.ts';
import type { RouteDeps } from '../route-deps.ts';

type Object_ = Record<string, unknown>;

/** The groups without a parent, each with its subgroups as `children`. */
function treeOf(groups: readonly Object_[]): Object_[] {
  const within = Map.groupBy(groups, ({ owner, parentId }) => `${owner}/${parentId}`);
  const nodes = (id: string): Object_[] =>
    (within.get(id) ?? []).map((group) => ({
      ...group,
      title: group.displayName || group.name,
      key: group.name,
      children: nodes(`${group.owner}/${group.name}`),
    }));
  return [...new Set(groups.map(({ owner }) => owner))].flatMap((owner) => nodes(`${owner}/`));
}

export function groupRoutes({ registry, objects }: RouteDeps): Route[] {
  const kind = registry.named('group');
  return [
    {
      method: 'GET',
      path: '/api/get-groups',
      summary: 'Lists groups, or returns all of them as trees.',
      tag: kind.kind,
      permission: 'organizationAdmin',
      query: {
        ...listParameters(kind),
        withTree: {
          about: '`true` returns the top groups without paging, each with title, key and its groups as `children`.',
        },
      },
      answer: { data: { type: 'array', items: emit(kind.schema) }, data2: { type: 'integer' } },
      async handle({ context, query: { withTree, ...query } }) {
        const isTree = withTree === 'true';
        const { rows, total } = await objects.list(kind, context, isTree ? { owner: query.owner } : query);
        return { data: isTree ? treeOf(rows) : rows, data2: total };
      },
    },
  ];
}
