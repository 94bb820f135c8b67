import type { Kind } from '@doorwright/crds';

type Named = Record<string, unknown>;

const segment = (value: unknown) => encodeURIComponent(String(value));

/** The address of an object contains its owner, except for objects of the platform. */
const segmentsOf = (kind: Kind, object: Named) => {
  if (kind.key === 'id') return [object.id];
  return kind.owner === 'admin' ? [object.name] : [object.owner, object.name];
};

/** Builds every address of the console. */
export const paths = {
  home: '/',
  /** A page of the portal, for people. It is loaded like a page of another site. */
  account: '/account',
  declared: '/declared',
  swagger: '/swagger/',
  login: (owner?: string) => (owner && owner !== 'built-in' ? `/login/${segment(owner)}` : '/login'),
  list: (kind: Pick<Kind, 'plural'>) => `/${kind.plural}`,
  /** A list that is searched. */
  found: (kind: Pick<Kind, 'plural'>, field: string, value: string) =>
    `/${kind.plural}?${new URLSearchParams({ field, value })}`,
  add: (kind: Pick<Kind, 'plural'>, organization?: string) =>
    `/new/${kind.plural}${organization ? `?organization=${segment(organization)}` : ''}`,
  usersOf: (organization: string) => `/organizations/${segment(organization)}/users`,
  editor: (kind: Kind, object: Named) =>
    `/${kind.key === 'id' ? kind.name : kind.plural}/${segmentsOf(kind, object).map(segment).join('/')}`,
};

/** The route of `paths.editor`. */
export const editorRoute = (kind: Kind) => {
  if (kind.key === 'id') return `${kind.name}/:key`;
  return kind.owner === 'admin' ? `${kind.plural}/:key` : `${kind.plural}/:owner/:key`;
};
