import { type Brand, brandOfPage, isOfOther } from '@doorwright/crds/brand/brand-of.ts';
import { sidePanelOf, webAddress } from '@doorwright/crds/brand/style.ts';
import type { Say } from '@doorwright/locales/translator.ts';
import { type Html, html } from './html.ts';

interface Named extends Partial<Brand> {
  name: string;
  displayName: string;
}

/** What a page is about. */
export interface Subject {
  application?: (Named & { organization?: string; organizationObj: Named | null }) | undefined;
  organization?: Named | undefined;
}

export const ownerOf = ({ organization }: Subject): string =>
  organization?.displayName || organization?.name || 'Doorwright';

export const iconOf = (subject: Subject): string => webAddress(brandOfPage(subject).favicon) ?? '/icon.svg';

const nameOf = (subject: Subject): string =>
  (!isOfOther(subject) && subject.application?.displayName) || ownerOf(subject);

/** The panel beside the form. It stands outside of the part that the script draws. */
export function sidePanel(subject: Subject): Html {
  const panel = sidePanelOf(brandOfPage(subject));
  if (!panel) return html``;
  if (!panel.title) return html`<div class="side" aria-hidden="true"></div>`;
  const paragraphs = (panel.paragraphs ?? []).map((each) => html`<p>${each}</p>`);
  return html`<aside class="side" aria-label="${ownerOf(subject)}"><h2>${panel.title}</h2>${paragraphs}</aside>`;
}

/** A page before its script runs. */
export const waitingPage = (subject: Subject, say: Say): Html =>
  html`<main class="waiting" aria-busy="true"><span class="spinner" aria-hidden="true"></span>
<h1>${nameOf(subject)}</h1><p class="unseen" role="status">${say('loading')}</p>
<noscript><p class="alert danger">${say('needsScript')}</p></noscript></main>`;
