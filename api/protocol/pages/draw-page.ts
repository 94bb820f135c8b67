import { brandStyle } from '@doorwright/crds/brand/style.ts';
import escapeHtml from 'escape-html';
import { confirmLogoutPath, paths } from '../../http/protocol-paths.ts';
import { type Brand, brandOf, drawBrand, iconOf } from './brand.ts';
import { pagePolicyWith, pageStyle } from './page-style.ts';
import type { Words } from './page-words.ts';

export interface Page {
  title: string;
  body: string;
  /** By default, the product's own. */
  brand?: Brand | undefined;
  /** The one script of the page, which stands in its body. */
  script?: string | undefined;
}

export interface Problem {
  error?: string | undefined;
  error_description?: string | undefined;
}

/** Draws a page in the visitor's language, with its policy. The caller escapes each text of a request in `body`. */
export function drawPage({ language, theme }: Words, { title, body, brand = brandOf(), script }: Page) {
  const style = brandStyle(brand.looks, { isDoor: false });
  return {
    headers: {
      ...{ 'Content-Language': language, Vary: 'Accept-Language, Cookie' },
      'Content-Security-Policy': pagePolicyWith({ style, script }),
    },
    html: `<!doctype html>
<html lang="${language}" dir="auto"${theme ? ` data-theme="${theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="${escapeHtml(iconOf(brand))}"><title>${escapeHtml(title)}</title><style>${pageStyle}</style>${style && `<style>${style}</style>`}</head>
<body><main><header>${drawBrand(brand)}<h1>${escapeHtml(title)}</h1></header>${body}</main></body>
</html>`,
  };
}

export const paragraph = (text: string, kind = '') => `<p${kind && ` class="${kind}"`}>${escapeHtml(text)}</p>`;

const signOutPaths: readonly string[] = [paths.end_session, confirmLogoutPath];

/** Says what went wrong at a path: a sign-in, or a sign-out. `more` stands above the error's code. */
export const problemIn = (
  { say }: Words,
  { error = '', error_description = '' }: Problem,
  { path }: { path: string },
  more = '',
): Page => ({
  title: say(signOutPaths.includes(path) ? 'problemSigningOut' : 'problem'),
  body: `${paragraph(say('problemText'))}
${more}<p class="subtle" lang="en"><code>${escapeHtml(error)}</code> ${escapeHtml(error_description)}</p>`,
});
