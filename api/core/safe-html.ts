import sanitize from 'sanitize-html';

const anything = [/^[^()@\\]*$/];
const looks = ['color', 'background-color', 'font-size', 'font-weight', 'font-family', 'line-height', 'text-align'];
const boxes = ['padding', 'margin', 'border', 'border-radius', 'width', 'max-width', 'display'];

const harmless: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'center'],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    '*': ['align', 'dir', 'lang'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // A picture that nobody described is decoration; without a word screen readers would spell out its address.
  transformTags: { img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs } }) },
};

/**
 * HTML that runs nothing wherever it is read: text, tables, links and pictures, with looks that fetch nothing (S49).
 */
export const safeHtml = (html: string): string =>
  sanitize(html, {
    ...harmless,
    allowedAttributes: { ...harmless.allowedAttributes, '*': ['style', 'align', 'dir', 'lang'] },
    allowedStyles: { '*': Object.fromEntries([...looks, ...boxes].map((name) => [name, anything])) },
  });

/** The same for pages of ours, which give it their own looks: their policy lets no other in. */
export const safePageHtml = (html: string): string => sanitize(html, harmless);
