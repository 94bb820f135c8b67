import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind } from '../define.ts';
import { helpOf, translatedKind, type Words, wordsOf } from '../derive/words.ts';
import type { Artefact, Producer } from './artefact.ts';

const folder = 'locales';
const absolute = join(import.meta.dirname, '../..', folder);
const languages = globSync('??', { cwd: absolute }).sort();

function read(path: string): Words {
  const file = join(absolute, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function fileOf(kind: Kind, language: string): Artefact {
  const path = `${language}/${kind.name}.json`;
  const words =
    language === 'en'
      ? { ...wordsOf(kind), help: helpOf(kind) }
      : translatedKind(kind, read(path), read(`en/${kind.name}.json`));
  return { path: `${folder}/${path}`, content: `${JSON.stringify(words, null, 2)}\n` };
}

/** The English words of each kind, and the same keys in every other language: what is translated there stays. */
export const words: Producer = {
  // People write other files into the same folders.
  folders: [],
  produce: ({ kinds }) =>
    kinds.filter((kind) => !kind.internal).flatMap((kind) => languages.map((language) => fileOf(kind, language))),
};
