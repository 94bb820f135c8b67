import sanitize from 'sanitize-html';

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
const styleOfBoxes = ['padding', 'margin', 'border', 'border-radius', 'width', 'max-width', 'display'];

const harmless: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'center'],
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
};

/** HTML that runs no script in any reader: text, tables, links, pictures and styles that load nothing (S49). */
export const safeHtml = (html: string): string =>
  sanitize(html, {
    ...harmless,
    allowedAttributes: { ...harmless.allowedAttributes, '*': ['style', 'align', 'dir', 'lang'] },
    allowedStyles: { '*': Object.fromEntries([...styleOfText, ...styleOfBoxes].map((name) => [name, anything])) },
  });

/** The same for our own pages. They bring their own styles, and their policy refuses others. */
export const safePageHtml = (html: string): string => sanitize(html, harmless);
