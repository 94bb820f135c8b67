import type { Say } from '@doorwright/locales/translator.ts';
import { type Html, html } from './html.ts';

interface Named {
  name: string;
  displayName: string;
  favicon?: string;
}

/** What a page is about. */
export interface Subject {
  application?: (Named & { organizationObj: Named | null }) | undefined;
  organization?: Named | undefined;
}

/** A web address that somebody wrote. Other schemes, such as scripts, are left out. */
function webAddress(text = ''): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

export const ownerOf = ({ organization }: Subject): string =>
  organization?.displayName || organization?.name || 'Doorwright';

export const iconOf = ({ application, organization }: Subject): string =>
  webAddress(application?.favicon || organization?.favicon) ?? '/icon.svg';

/** A page before its script runs. */
export const waitingPage = (subject: Subject, say: Say): Html =>
  html`<main class="waiting" aria-busy="true"><span class="spinner" aria-hidden="true"></span>
<h1>${subject.application?.displayName || ownerOf(subject)}</h1><p class="unseen" role="status">${say('loading')}</p>
<noscript><p class="alert danger">${say('needsScript')}</p></noscript></main>`;
