import type { Kind } from '@doorwright/crds';
import { pagePath } from '@doorwright/crds/derive/page-path.ts';
import { sourceLanguage } from '@doorwright/locales/languages.ts';

const segment = (value: unknown) => encodeURIComponent(String(value));

/** Builds every address of the console. */
export const paths = {
  home: '/',
  /** A page of the portal, for people. It is loaded like a page of another site. */
  account: '/account',
  declared: '/declared',
  getStarted: '/get-started',
  /** The page that connects an application with its program. */
  connecting: (application: string, program?: string) =>
    `/get-started/${segment(application)}${program ? `?program=${segment(program)}` : ''}`,
  swagger: '/swagger/',
  /** The first page of the guide. Its first section is in every language. */
  guide: (language: string) => (language === sourceLanguage ? '/docs/' : `/docs/${segment(language)}/`),
  /** The page of the guide about a kind. */
  guideTo: (kind: Pick<Kind, 'plural'>) => `/docs/kinds/${kind.plural}`,
  /** The page of the guide about programs on people's own devices. */
  guideToNative: '/docs/developers/devices-and-native',
  login: (owner?: string) => (owner && owner !== 'built-in' ? `/login/${segment(owner)}` : '/login'),
  list: (kind: Pick<Kind, 'plural'>) => `/${kind.plural}`,
  /** A list that is searched. */
  found: (kind: Pick<Kind, 'plural'>, field: string, value: string) =>
    `/${kind.plural}?${new URLSearchParams({ field, value })}`,
  /** A list that is limited to a value of a field, or by a named filter. */
  limited: (kind: Pick<Kind, 'plural'>, limit: string, value: string) =>
    `/${kind.plural}?${new URLSearchParams({ [limit]: value })}`,
  /** A list with a text in any of the fields that it searches together. */
  searched: (kind: Pick<Kind, 'plural'>, text: string) => `/${kind.plural}?${new URLSearchParams({ text })}`,
  add: (kind: Pick<Kind, 'plural'>, organization?: string) =>
    `/new/${kind.plural}${organization ? `?organization=${segment(organization)}` : ''}`,
  /** The people of a directory, who can be taken one by one. */
  ldapSync: (id: string) => `/ldap/sync/${segment(id)}`,
  usersOf: (organization: string) => `/organizations/${segment(organization)}/users`,
  editor: pagePath,
};

/** The route of `paths.editor`. */
export const editorRoute = (kind: Kind) => {
  if (kind.key === 'id') return `${kind.name}/:key`;
  return kind.owner === 'admin' ? `${kind.plural}/:key` : `${kind.plural}/:owner/:key`;
};
