import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Refusal } from '../../../core/errors.ts';
import { largestTerms } from '../../../core/page-html/largest-terms.ts';
import { shownHtml } from '../../../core/page-html/shown-html.ts';
import type { Route } from '../../../http/route.ts';
import { ownFile } from '../../../providers/storage/local-file-system.ts';
import { limits, spend } from '../../../signin/locks/limits.ts';
import { applicationNamed, nameIn } from '../../../signin/place/applications.ts';
import type { PortalDeps } from '../../../signin/place/portal-deps.ts';

const own = { signup: 'signupHtml', signin: 'signinHtml' } as const satisfies Record<string, keyof Application>;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Fetches the terms of use as safe HTML. The page itself may load from this server alone. */
async function termsAt({ termsOfUse: address, organization }: Application, deps: PortalDeps): Promise<string> {
  const safe = async (text: string) => (await shownHtml(text, { organization })).html;
  try {
    const own = await ownFile(deps, address, largestTerms);
    if (own) return await safe(own.toString());
    const { status, headers, body } = await deps.egress
      .for({ organization })
      .fetch(address, {}, { maxBytes: largestTerms, timeoutMs: 5_000 });
    const type = headers.get('content-type') ?? 'text/html';
    if (status !== 200 || !/^text\/(html|plain)\b/i.test(type)) throw new Error(`answered ${status}, ${type}`);
    const text = body.toString();
    return await safe(/^text\/plain/i.test(type) ? `<pre>${escaped(text)}</pre>` : text);
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'busy') throw cause;
    throw new Refusal('terms-unavailable', {}, { cause });
  }
}

export const pageHtmlRoute = (deps: PortalDeps): Route => ({
  method: 'GET',
  path: '/api/get-page-html',
  summary:
    'Returns the HTML of an application for its pages: the terms of use, or the text above a form. No script in it runs.',
  tag: 'Account',
  permission: 'anyone',
  query: {
    applicationId: { about: 'owner/name of the application.', required: true },
    page: { about: 'terms, signup or signin.', required: true },
  },
  answer: { data: { type: 'string' } },
  async handle({ context, query: { applicationId = '', page = '' } }) {
    const { application } = await applicationNamed(deps, nameIn(applicationId));
    if (page === 'signup' || page === 'signin') {
      const { html } = await shownHtml(application[own[page]], application);
      return { data: html };
    }
    if (page !== 'terms') throw new Refusal('missing-parameter', { name: 'page' });
    if (!application.termsOfUse) throw new Refusal('terms-unavailable');
    await spend(deps.db, [limits.termsFor(context.clientIp)], context.now);
    return { data: await termsAt(application, deps) };
  },
});
