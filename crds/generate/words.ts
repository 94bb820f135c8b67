import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind } from '../define.ts';
import { helpOf, listWordsOf, translated, type Words, wordsOf } from '../derive/words.ts';
import type { Artefact, Producer } from './artefact.ts';

const folder = 'locales';
const absolute = join(import.meta.dirname, '../..', folder);
const languages = globSync('??', { cwd: absolute }).sort();

function read(path: string): Words {
  const file = join(absolute, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const fileOf = (path: string, words: Words): Artefact => ({
  path: `${folder}/${path}`,
  content: `${JSON.stringify(words, null, 2)}\n`,
});

function kindFile(kind: Kind, language: string): Artefact {
  const path = `${language}/${kind.name}.json`;
  return fileOf(path, language === 'en' ? wordsOf(kind) : translated(wordsOf(kind), read(path)));
}

/** One file for all kinds, because pages need it only after the first editor opens. */
function helpFile(kinds: readonly Kind[], language: string): Artefact {
  const path = `${language}/help.json`;
  const help = helpOf(kinds);
  return fileOf(path, language === 'en' ? help : translated(help, read(path), read('en/help.json')));
}

/** Texts of lists. People write better sentences than descriptions, so the English ones stay too. */
function listFile(kinds: readonly Kind[], language: string): Artefact {
  const path = `${language}/kind-lists.json`;
  const english = translated(listWordsOf(kinds), read('en/kind-lists.json'));
  return fileOf(path, language === 'en' ? english : translated(english, read(path)));
}

/** The English texts of each kind, and the same keys in all other languages, where existing translations stay. */
export const words: Producer = {
  // The same folders also contain files that people write.
  folders: [],
  produce({ kinds }) {
    const shown = kinds.filter((kind) => !kind.internal || kind.listedBy);
    return languages.flatMap((language) => [
      ...shown.map((kind) => kindFile(kind, language)),
      helpFile(shown, language),
      listFile(shown, language),
    ]);
  },
};
