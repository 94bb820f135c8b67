import type { Application } from '@doorwright/crds/kinds/application.ts';
import { scopes } from '@doorwright/crds/options/oauth-scopes.ts';
import { type Say, textsIn } from '@doorwright/locales/translator.ts';
import escapeHtml from 'escape-html';
import type { Mistake } from '../faults/mistake.ts';
import { paragraph } from './draw-page.ts';
import type { Words } from './page-words.ts';

/** Longer texts of a request are cut. */
const longestSent = 500;

/** The place where an application's administrators see its errors. The page asks for a sign-in. */
const connectPage = ({ name }: Pick<Application, 'name'>) => `/applications/${encodeURIComponent(name)}?tab=connect`;

const whereToMend = (say: Say, application: Pick<Application, 'name' | 'displayName'>) =>
  `${paragraph(say('where', { application: application.displayName || application.name }))}
<p><a href="${escapeHtml(connectPage(application))}">${escapeHtml(say('openConnect'))}</a></p>`;

/** Names a mistake of the program, with its remedy and the place for it. Strangers know the application's name anyway. */
export async function faultPart(
  { language }: Pick<Words, 'language'>,
  { fault, sent, said, page }: Mistake,
  application: Pick<Application, 'name' | 'displayName'> | undefined,
): Promise<string> {
  const say = await textsIn(language, 'client-faults');
  const told = sent ? `<p dir="ltr"><code>${escapeHtml(sent.slice(0, longestSent))}</code></p>` : '';
  return `<section class="fault"><h2>${escapeHtml(say(`faults.${fault}.title`))}</h2>${told}
${paragraph(said ?? say(`faults.${fault}.mend`, { scopes: scopes.join(', ') }))}
<p><a href="/docs/errors/${page ?? fault}" target="_blank" rel="noopener">${escapeHtml(say('whatToDo'))}</a></p>
${application ? whereToMend(say, application) : ''}</section>`;
}
