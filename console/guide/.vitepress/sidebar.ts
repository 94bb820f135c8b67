import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kinds } from '@doorwright/crds';
import type { DefaultTheme } from 'vitepress';
import { contents as administrators } from '../administrators/contents.ts';
import { contents as developers } from '../developers/contents.ts';
import { contents as errors } from '../errors/contents.ts';
import { contents as platform } from '../platform/contents.ts';
import { contents as recipes } from '../recipes/contents.ts';
import { contents as start } from '../start/contents.ts';

/** The pages of a section in the order in which people read them, in groups with a title or without one. */
export type Contents = readonly { title?: string; pages: readonly string[] }[];

const guide = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The title of a page is its first heading. */
const titleOf = (page: string) => readFileSync(`${guide}${page}.md`, 'utf8').match(/^# (.+)$/m)?.[1] ?? page;

const entriesOf = (folder: string, pages: readonly string[]): DefaultTheme.SidebarItem[] =>
  pages.map((page) => ({ text: titleOf(`${folder}/${page}`), link: `${folder}/${page === 'index' ? '' : page}` }));

const section = (
  text: string,
  folder: string,
  contents: Contents,
  groups: Partial<Record<string, string>> = {},
): DefaultTheme.SidebarItem => ({
  text,
  collapsed: true,
  items: contents.flatMap(({ title, pages }) => {
    const items = entriesOf(folder, pages);
    return title ? [{ text: groups[title] ?? title, items }] : items;
  }),
});

/** The titles of the sections in a language, and those of the groups of the first section by their English title. */
type Titles = Record<
  'start' | 'platform' | 'administrators' | 'developers' | 'recipes' | 'errors' | 'kinds',
  string
> & {
  startGroups: Record<(typeof start)[number]['title'], string>;
};

const listed = kinds.filter(({ list }) => list);

/** The whole guide, with the first section in the language of a folder. A section is open on its own pages. */
export const sidebarIn = (folder: string, titles: Titles): DefaultTheme.SidebarItem[] => [
  section(titles.start, `${folder}/start`, start, titles.startGroups),
  section(titles.platform, '/platform', platform),
  section(titles.administrators, '/administrators', administrators),
  section(titles.developers, '/developers', developers),
  section(titles.recipes, '/recipes', recipes),
  section(titles.errors, '/errors', errors),
  {
    text: titles.kinds,
    link: '/kinds/',
    collapsed: true,
    items: listed.map(({ titlePlural, plural }) => ({ text: titlePlural, link: `/kinds/${plural}` })),
  },
];
