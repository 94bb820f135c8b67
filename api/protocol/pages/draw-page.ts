import escapeHtml from 'escape-html';
import { confirmLogoutPath, paths } from '../../http/protocol-paths.ts';
import { type Brand, brandOf, drawBrand } from './brand.ts';
import { pageStyle } from './page-style.ts';
import type { Words } from './page-words.ts';

export interface Page {
  title: string;
  body: string;
  /** By default, the product's own. */
  brand?: Brand | undefined;
}

export interface Problem {
  error?: string | undefined;
  error_description?: string | undefined;
}

/** Draws a page in the visitor's language. The caller escapes each text of a request in `body`. */
export const drawPage = ({ language, theme }: Words, { title, body, brand = brandOf() }: Page) => ({
  headers: { 'Content-Language': language, Vary: 'Accept-Language, Cookie' },
  html: `<!doctype html>
<html lang="${language}" dir="auto"${theme ? ` data-theme="${theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="${escapeHtml(brand.icon)}"><title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>
<body><main><header>${drawBrand(brand)}<h1>${escapeHtml(title)}</h1></header>${body}</main></body>
</html>`,
});

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
