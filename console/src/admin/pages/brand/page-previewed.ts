import type { Application } from '../../../portal/page.ts';

interface ShownHtml {
  html: string;
  removed: string[];
}

/** What the pages of an application would show with the values of the form. */
export interface PagePreviewed {
  application: Application;
  signin: ShownHtml;
  signup: ShownHtml;
}
