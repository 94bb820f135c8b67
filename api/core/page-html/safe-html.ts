import { hasTooManyTags, mostTags } from '@doorwright/crds/values/page-html.ts';
import type { IOptions } from 'sanitize-html';
import { Refusal } from '../errors.ts';
import { sanitizer } from './sanitizer.ts';

const anything = [/^[^()@\\]*$/];
const styleOfText = [
  'color',
  'background-color',
  'font-size',
  'font-weight',
  'font-family',
  'line-height',
  'text-align',
];
const styleOfBoxes = ['padding', 'margin', 'border', 'border-top', 'border-radius', 'width', 'max-width', 'display'];

const harmless = {
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    '*': ['align', 'dir', 'lang'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // The title of a whole page is no part of its text either.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'title'],
  // Without an alt text, screen readers would read the picture's address aloud.
  transformTags: { img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs } }) },
} satisfies IOptions;

function sanitized(html: string, options: IOptions): string {
  const sanitize = sanitizer();
  return sanitize(html, { ...options, allowedTags: [...sanitize.defaults.allowedTags, 'img', 'center'] });
}

/** For each nested element, the parser does as much work as for all elements around it. */
function refuseMoreTags(html: string, limit: number): void {
  if (hasTooManyTags(html, limit)) throw new Refusal('html-too-long', { limit });
}

const mostMailTags = 5_000;

/** HTML that runs no script in any reader: text, tables, links, pictures and styles that load nothing (S49). */
export function safeHtml(html: string): string {
  refuseMoreTags(html, mostMailTags);
  return sanitized(html, {
    ...harmless,
    allowedAttributes: { ...harmless.allowedAttributes, '*': ['style', 'align', 'dir', 'lang'] },
    allowedStyles: { '*': Object.fromEntries([...styleOfText, ...styleOfBoxes].map((name) => [name, anything])) },
  });
}

/** The same for our own pages. They bring their own styles, and their policy refuses others. */
export function safePageHtml(html: string): string {
  refuseMoreTags(html, mostTags);
  return sanitized(html, harmless);
}
