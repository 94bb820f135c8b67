import type { Kind } from '@doorwright/crds';

type Named = Record<string, unknown>;

const segment = (value: unknown) => encodeURIComponent(String(value));

/** What users, roles and the like are owned by stands in their address; objects of the platform go by name alone. */
const segmentsOf = (kind: Kind, object: Named) => {
  if (kind.key === 'id') return [object.id];
  return kind.owner === 'admin' ? [object.name] : [object.owner, object.name];
};

/** Every address of the console is made here. */
export const paths = {
  home: '/',
  account: '/account',
  declared: '/declared',
  swagger: '/swagger/',
  login: (owner?: string) => (owner && owner !== 'built-in' ? `/login/${segment(owner)}` : '/login'),
  list: (kind: Pick<Kind, 'plural'>) => `/${kind.plural}`,
  usersOf: (organization: string) => `/organizations/${segment(organization)}/users`,
  editor: (kind: Kind, object: Named) =>
    `/${kind.key === 'id' ? kind.name : kind.plural}/${segmentsOf(kind, object).map(segment).join('/')}`,
};

/** The route that `paths.editor` leads to. */
export const editorRoute = (kind: Kind) => {
  if (kind.key === 'id') return `${kind.name}/:key`;
  return kind.owner === 'admin' ? `${kind.plural}/:key` : `${kind.plural}/:owner/:key`;
};
