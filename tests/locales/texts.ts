import { kinds } from '@doorwright/crds';
import type { Language } from '@doorwright/locales';
import { type Catalogue, loadCatalogue } from '@doorwright/locales/catalogue.ts';

/** The files of each language. */
export const namespaces = [
  ...[
    'account',
    'errors',
    'problems',
    'common',
    'console',
    'home',
    'declared',
    'users',
    'dossier',
    'choices',
    'editor',
    'help',
    'kind-lists',
  ],
  ...[
    'list',
    'search',
    'login',
    'signup',
    'factor',
    'authority',
    'letters',
    'saml-services',
    'get-started',
    'guide',
    'application-notes',
    'fapi',
    'record-words',
    'client-faults',
    'webhook-deliveries',
    'call-problems',
    'sales',
    'shop',
    'sync-runs',
    'notifications',
    'invoices',
  ],
  ...kinds.filter((kind) => !kind.internal || kind.listedBy).map((kind) => kind.name),
];

/** `fields.displayName` → the text, for every text of a catalogue. */
export const textsOf = (catalogue: Catalogue, path: readonly string[] = []): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[[...path, key].join('.'), value] as const]
        : [...textsOf(value, [...path, key]).entries()],
    ),
  );

/** All texts of a language, by namespace and key. */
export async function textsIn(language: Language): Promise<Map<string, string>> {
  const catalogues = await Promise.all(
    namespaces.map(async (namespace) => [namespace, await loadCatalogue(language, namespace)] as const),
  );
  return textsOf(Object.fromEntries(catalogues));
}
