import { createHash } from 'node:crypto';

const digestOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The scripts inside a page of the build: they choose the theme before the page is drawn. */
const inlineScripts = (page: string) =>
  [...page.matchAll(/<script id="[\w-]+">([\s\S]*?)<\/script>/g)].map(([, content = '']) => digestOf(content));

/**
 * The colors of code are styles of its words, and the theme's switch writes one more. A page of the guide shows nothing that somebody
 * else wrote, so styles may stand in it. Scripts may not.
 */
export const guidePolicy = (page: string): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...inlineScripts(page)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
