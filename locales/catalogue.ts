import type { Language } from './index.ts';

/** One file of words: texts by key, and texts of a kind's fields one or two levels down. */
export interface Catalogue {
  [key: string]: string | Catalogue;
}

/** `errors` and `common`, and one namespace for each kind that people meet. */
export const namespaces = [
  'errors',
  'common',
  'organization',
  'user',
  'role',
  'permission',
  'model',
  'application',
  'provider',
  'token',
  'cert',
  'webhook',
  'record',
  'syncer',
  'ldap',
  'resource',
  'product',
  'payment',
] as const;
export type Namespace = (typeof namespaces)[number];

/** The words of a namespace, loaded when they are first asked for. */
export async function loadCatalogue(language: Language, namespace: Namespace): Promise<Catalogue> {
  const file = await import(`./${language}/${namespace}.json`, { with: { type: 'json' } });
  return file.default;
}
