import type { Problem } from '../problem.ts';

/** The most tags that a page shows of an HTML text. A megabyte of `<b>` would keep a parser busy for a minute. */
export const mostTags = 20_000;

export const hasTooManyTags = (html: string, limit = mostTags): boolean => html.split('<').length > limit + 1;

const pageTexts = ['signupHtml', 'signinHtml'] as const;

/** A text that no page would show is not saved. */
export const checkPageHtml = (application: Record<(typeof pageTexts)[number], string>): Problem[] =>
  pageTexts
    .filter((path) => hasTooManyTags(application[path]))
    .map((path) => ({ path, code: 'too-many-tags', params: { limit: mostTags } }));
