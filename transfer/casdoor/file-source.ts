import { originalOf } from './original.ts';
import { type CountedKind, inOrder, type SmallKind, type Source } from './source.ts';

type Content = Readonly<Record<string, unknown>>;

const plural = (kind: SmallKind | CountedKind | 'user') => `${kind}s`;

const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (content: Content, kind: SmallKind | CountedKind | 'user'): Content[] => {
  const list = content[plural(kind)];
  return Array.isArray(list) ? list.filter(isObject) : [];
};

/** Tells whether a JSON file is `init_data.json`. An export of Keycloak has users too, but it has a realm. */
export const isInitData = (content: unknown): content is Content =>
  isObject(content) &&
  !('realm' in content) &&
  (Array.isArray(content.organizations) || (Array.isArray(content.applications) && Array.isArray(content.users)));

export const fileSource = (content: Content): Source => ({
  all: async (kind) => inOrder(listed(content, kind).map(originalOf)),
  async *users() {
    yield* inOrder(listed(content, 'user').map(originalOf));
  },
  count: async (kind) => listed(content, kind).length,
  hasPlainPasswords: true,
});
