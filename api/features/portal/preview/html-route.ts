import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { nameOf, organizationOf } from '../../../core/callers.ts';
import { largestTerms } from '../../../core/page-html/largest-terms.ts';
import { shownHtml } from '../../../core/page-html/shown-html.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { limits, spend } from '../../../signin/locks/limits.ts';
import type { PortalDeps } from '../../../signin/place/portal-deps.ts';
import { html } from './shown-html.ts';

const form = z.object({ html: z.string().max(largestTerms).describe('The text of a file, such as terms of use.') });

/** Shows an HTML file before somebody uploads it. */
export const previewHtmlRoute = ({ db }: Pick<PortalDeps, 'db'>): Route => ({
  method: 'POST',
  path: '/api/preview-html',
  summary: 'Returns what a page shows of an HTML text, and what it leaves out. Nothing is stored.',
  tag: 'Service',
  permission: 'administrator',
  body: emit(form),
  answer: { data: emit(html) },
  async handle({ context: { caller, now }, body }) {
    const { html: text } = parsed(form, body);
    const organization = organizationOf(caller) ?? '';
    await spend(db, [limits.previewsOf(`${organization}/${nameOf(caller)}`)], now);
    return { data: await shownHtml(text, { organization, withRemoved: true }) };
  },
});
