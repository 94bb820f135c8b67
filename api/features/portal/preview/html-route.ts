import { emit } from '@doorwright/crds/derive/schema.ts';
import { z } from 'zod';
import type { Route } from '../../../http/route.ts';
import { parsed } from '../../../signin/parsed-form.ts';
import { largestTerms } from '../html/page-html-route.ts';
import { html, shownHtml } from './shown-html.ts';

const form = z.object({ html: z.string().max(largestTerms).describe('The text of a file, such as terms of use.') });

/** An HTML file before somebody uploads it. */
export const previewHtmlRoute: Route = {
  method: 'POST',
  path: '/api/preview-html',
  summary: 'Returns what a page shows of an HTML text, and what it leaves out. Nothing is stored.',
  tag: 'Service',
  permission: 'administrator',
  body: emit(form),
  answer: { data: emit(html) },
  handle: async ({ body }) => ({ data: shownHtml(parsed(form, body).html) }),
};
