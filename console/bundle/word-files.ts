import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@doorwright/locales/languages.ts';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, '..', '..', 'locales');

/** The words that only some pages need, by file. All other words, such as those of the kinds, load with the first page. */
const later: Record<string, readonly string[]> = {
  editor: ['editor'],
  users: ['users'],
  declared: ['declared'],
  'get-started': ['get-started'],
  refusals: ['errors', 'problems'],
  proof: ['factor', 'login'],
  'saml-services': ['saml-services', 'application-notes', 'fapi'],
  dossier: ['dossier'],
  'record-words': ['record-words', 'client-faults'],
  notifications: ['notifications'],
  'sync-runs': ['sync-runs'],
  invoices: ['invoices'],
  sales: ['sales'],
  webhooks: ['webhook-deliveries', 'call-problems'],
};
/** Words that only the editor of a kind needs: those of its types. They are parts of the kind's file, and a namespace of their own. */
const typeWords: Readonly<Record<string, readonly string[]>> = { provider: ['labels', 'help', 'types'] };
const withTypes = Object.keys(typeWords);

/** Kinds with much help have a file for it. The help of the others is one file. */
const withMuchHelp = ['application', 'organization', 'provider', 'user'];
const ofOthers = ['account', 'authority', 'letters', 'shop', 'signup'];

const all = readdirSync(join(folder, 'en')).map((name) => name.replace('.json', ''));
const apart = [...Object.values(later).flat(), ...ofOthers, 'help'];

type Help = Record<string, Record<string, string>> & { dangers: Record<string, unknown> };
const helpOf = (language: string): Help => JSON.parse(readFileSync(join(folder, language, 'help.json'), 'utf8'));
const { dangers: _dangers, ...helped } = helpOf('en');
const withLittleHelp = Object.keys(helped).filter((kind) => !withMuchHelp.includes(kind));
const helpWords = (kinds: readonly string[]) => kinds.map((kind) => `help-${kind}`);

const files: Record<string, readonly string[]> = {
  first: all.filter((name) => !apart.includes(name)),
  ...later,
  ...Object.fromEntries(withTypes.map((kind) => [`types-${kind}`, [`types-${kind}`]])),
  ...Object.fromEntries(withMuchHelp.map((kind) => [`help-${kind}`, helpWords([kind])])),
  help: helpWords(withLittleHelp),
};

/** `virtual:words` loads one namespace. A file has several, because one for each kind would be a request each. */
const index = () => `
const files = ${JSON.stringify(files)};
const loads = { ${languages
  .flatMap((language) => Object.keys(files).map((file) => `'${language}/${file}'`))
  .map((name) => `${name}: () => import('virtual:words/${name.slice(1, -1)}')`)
  .join(', ')} };
export async function loadWords(language, namespace) {
  const file = Object.keys(files).find((each) => files[each].includes(namespace));
  return (await loads[\`\${language}/\${file}\`]()).default[namespace];
}`;

/** The help of some kinds, each in a namespace of its own. */
function helpContent(language: string, names: readonly string[]) {
  const { dangers, ...kinds } = helpOf(language);
  const words = names.map((name) => [name, { ...kinds[name.slice(5)], dangers: dangers[name.slice(5)] }]);
  return `export default ${JSON.stringify(Object.fromEntries(words))};`;
}

/** The words of a kind's types, or all others of the kind. */
function partContent(language: string, kind: string, ofTypes: boolean) {
  const words = Object.entries(JSON.parse(readFileSync(join(folder, language, `${kind}.json`), 'utf8')));
  return JSON.stringify(
    Object.fromEntries(words.filter(([part]) => (typeWords[kind]?.includes(part) ?? false) === ofTypes)),
  );
}

const contentOf = (language: string, file: string) => {
  const names = files[file] ?? [];
  if (file.startsWith('help')) return helpContent(language, names);
  if (file.startsWith('types-'))
    return `export default { '${file}': ${partContent(language, file.slice('types-'.length), true)} };`;
  const imports = names
    .map((name, at) =>
      withTypes.includes(name)
        ? `const w${at} = ${partContent(language, name, false)};`
        : `import w${at} from '${join(folder, language, name)}.json';`,
    )
    .join('\n');
  return `${imports}\nexport default { ${names.map((name, at) => `'${name}': w${at}`).join(', ')} };`;
};

/** The words of the console, in a few files for each language. */
export const wordFiles: Plugin = {
  name: 'word-files',
  resolveId: (id) => (id.startsWith('virtual:words') ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:words') return index();
    const [, language, file] = id.match(/^\0virtual:words\/([a-z]+)\/([a-z-]+)$/) ?? [];
    return language && file ? contentOf(language, file) : undefined;
  },
};
