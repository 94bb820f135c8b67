import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const guide = join(import.meta.dirname, '..', '..', 'console', 'guide');

export interface Fence {
  /** The words after the backticks: the language first. */
  info: string[];
  text: string;
  /** The heading of its section. */
  section: string;
  line: number;
}

/** The pages that people write, by their path in the guide. */
export const pagesOfGuide = (): string[] =>
  globSync('**/*.md', { cwd: guide, exclude: ['dist/**', '.vitepress/**', 'kinds/**', '**/README.md'] }).sort();

/** The code of a page, in its order. */
export function fencesOf(page: string): Fence[] {
  const fences: Fence[] = [];
  let section = '';
  let open: Fence | undefined;
  for (const [index, line] of readFileSync(join(guide, page), 'utf8').split('\n').entries()) {
    const mark = line.match(/^\s*```(.*)$/);
    if (mark && open) {
      fences.push(open);
      open = undefined;
    } else if (mark) open = { info: (mark[1] ?? '').trim().split(/\s+/), text: '', section, line: index + 1 };
    else if (open) open.text += `${line}\n`;
    else section = line.match(/^#+ (.+?)(?: \{#.*\})?$/)?.[1] ?? section;
  }
  return fences;
}
