import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Kind } from '@doorwright/crds';

const guide = fileURLToPath(new URL('..', import.meta.url));
const sections = ['start', 'platform', 'administrators', 'developers', 'recipes'];

const pages = globSync(`{${sections.join()}}/*.md`, { cwd: guide })
  .sort((one, other) => sections.indexOf(one.split('/')[0] ?? '') - sections.indexOf(other.split('/')[0] ?? ''))
  .map((page) => ({ page, text: readFileSync(`${guide}${page}`, 'utf8') }));

/** Links to the pages that have the name of a kind or link to it, because these tell its jobs. */
export const linksToPagesAbout = ({ name, plural }: Kind): string[] =>
  pages
    .filter(
      ({ page, text }) =>
        [`${name}.md`, `${plural}.md`].includes(page.split('/')[1] ?? '') || text.includes(`(../kinds/${plural}.md`),
    )
    .map(({ page, text }) => `[${text.match(/^# (.+)$/m)?.[1] ?? page}](../${page})`);
