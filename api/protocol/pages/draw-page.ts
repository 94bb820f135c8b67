import escapeHtml from 'escape-html';
import { confirmLogoutPath, paths } from '../../http/protocol-paths.ts';
import { pageStyle } from './page-style.ts';
import type { Words } from './page-words.ts';

export interface Page {
  title: string;
  body: string;
}

export interface Problem {
  error?: string | undefined;
  error_description?: string | undefined;
}

/** Draws a page in the visitor's language. The caller escapes each text of a request in `body`. */
export const drawPage = ({ language, theme }: Words, { title, body }: Page) => ({
  headers: { 'Content-Language': language, Vary: 'Accept-Language, Cookie' },
  html: `<!doctype html>
<html lang="${language}" dir="auto"${theme ? ` data-theme="${theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="/icon.svg" type="image/svg+xml"><title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>`,
});

export const paragraph = (text: string, kind = '') => `<p${kind && ` class="${kind}"`}>${escapeHtml(text)}</p>`;

const signOutPaths: readonly string[] = [paths.end_session, confirmLogoutPath];

/** Says what went wrong at a path: a sign-in, or a sign-out. */
export const problemIn = (
  { say }: Words,
  { error = '', error_description = '' }: Problem,
  { path }: { path: string },
): Page => ({
  title: say(signOutPaths.includes(path) ? 'problemSigningOut' : 'problem'),
  body: `${paragraph(say('problemText'))}<p lang="en"><code>${escapeHtml(error)}</code> ${escapeHtml(error_description)}</p>`,
});
