import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const guide = join(import.meta.dirname, '..', '..', '..', 'console', 'guide');

/** A block of code on a page. `words` are those after the language: `sh run` has `run`. */
export interface Fence {
  language: string;
  words: readonly string[];
  code: string;
}

export interface Page {
  /** The file within the guide: `start/laptop.md`. */
  file: string;
  text: string;
  fences: readonly Fence[];
  /** The text without its head and its code. */
  prose: string;
}

const block = /^(`{3,})([^\n`]*)\n([\s\S]*?)^\1$/gm;

const fencesIn = (text: string): Fence[] =>
  [...text.matchAll(block)].map(([, , head = '', code = '']) => {
    const [language = '', ...words] = head.trim().split(/\s+/);
    return { language, words, code };
  });

function pageIn(file: string): Page {
  const text = readFileSync(join(guide, file), 'utf8');
  return { file, text, fences: fencesIn(text), prose: text.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll(block, '') };
}

/** The pages that people wrote. Those of the kinds are made of the model. */
export const pages: readonly Page[] = globSync('**/*.md', {
  cwd: guide,
  exclude: (path) => /(^|\/)(dist|kinds|node_modules)$/.test(path),
})
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
  .map(pageIn);

/** What a test runs: the code of all fences of a page with this word, in order. */
export const scriptOf = ({ fences }: Page, word: 'run' | 'cluster'): string =>
  fences
    .filter(({ language, words }) => language === 'sh' && words[0] === word)
    .map(({ code }) => code)
    .join('\n');

/** The code of one section of a page, by its heading. */
export const fencesOf = (file: string, heading: string): Fence[] => {
  const text = pages.find((page) => page.file === file)?.text ?? '';
  const [, section = ''] = text.split(new RegExp(`^## ${heading}$`, 'm'));
  return fencesIn(section.split(/^## /m)[0] ?? '');
};
