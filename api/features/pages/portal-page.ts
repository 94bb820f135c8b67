import { createHash } from 'node:crypto';
import { brandOfPage } from '@doorwright/crds/brand/brand-of.ts';
import { brandStyle } from '@doorwright/crds/brand/style.ts';
import type { Language } from '@doorwright/locales';
import { textsIn } from '@doorwright/locales/translator.ts';
import type { Envelope, InternalCall, Page } from '../../http/internal-call.ts';
import { languageOf, pageLanguageOf } from '../../http/language.ts';
import type { BuiltPage } from './built-page.ts';
import { firstCalls } from './first-calls.ts';
import { html, jsonIn, styleIn } from './html.ts';
import { iconOf, ownerOf, type Subject, sidePanel, waitingPage } from './waiting-page.ts';

/** The language of the link, or the visitor's own. */
const languageOfPage = ({ req }: Pick<Page, 'req'>): Language =>
  languageOf([req.query.language, pageLanguageOf(req, req.query.ui_locales)].join());

/** The words that a page shows if its files with words are missing. */
const wordsOfFailure = [
  'pageFailed',
  'pageFailedLead',
  'reload',
  'language',
  'theme',
  'themeSystem',
  'themeLight',
  'themeDark',
];

/** Tells whether the visitor came directly or from our own pages. Without the header, they may come from anywhere. */
const comesFromOwnPages = ({ req }: Pick<Page, 'req'>) => /^(same-origin|none)$/.test(req.get('Sec-Fetch-Site') ?? '');

type Answers = Record<string, Envelope>;

async function answersTo(page: Page, ask: InternalCall): Promise<Answers> {
  const calls = firstCalls(page.req);
  const answers = await Promise.all(calls.map(async (call) => [call, await ask(call, page)] as const));
  return Object.fromEntries(answers.filter((pair): pair is [string, Envelope] => pair[1] !== undefined));
}

/** The page's application and organization, from the answers. */
function subjectOf(answers: Answers): Subject {
  const dataOf = (name: string) =>
    Object.entries(answers).find(([call]) => call.split('?')[0] === name)?.[1].data as Subject['application'] | null;
  const application = dataOf('get-app-login') ?? dataOf('get-application') ?? undefined;
  const ofAccount = (dataOf('get-account-page') as { organization?: Subject['organization'] } | null)?.organization;
  const organization = ofAccount ?? dataOf('get-organization') ?? application?.organizationObj ?? undefined;
  return { application, organization };
}

/** Pages with a form in the middle. The others have texts and tables on their background. */
const isDoor = (path: string) => !/^\/(account|products|payments|pricing)(\/|$)/.test(path);

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The files with words that a page needs. Without the hint, its script would load them later. */
const wordsOf = (path: string, language: Language) => {
  const isOfAccount = /^\/account(\/|$)/.test(path);
  const isOfSignup = isOfAccount || /^\/(signup|auto-signup|result|forget|prompt|preview)(\/|$)/.test(path);
  const isOfShop = isOfAccount || /^\/(products|payments|pricing)\//.test(path);
  const names = [isOfSignup && 'signup', isOfAccount && 'account', isOfShop && 'shop'].filter(Boolean);
  return new RegExp(`^assets/portal-words-(${['login', ...names].join('|')})-${language}-`);
};

/** The api refuses the request of a client: no registered address is known. */
const isRequestRefused = (answers: Answers) =>
  Object.entries(answers).some(([call, { status }]) => call.startsWith('get-app-login') && status === 'error');

interface Build {
  page: BuiltPage;
  files: ReadonlySet<string>;
}

/**
 * The page of the portal for one request. It contains the answers to the script's first calls.
 */
export async function portalPage(
  http: Omit<Page, 'language'>,
  { page, files }: Build,
  ask: InternalCall,
): Promise<{ text: string; isRefused: boolean; styles: string[] }> {
  const language = languageOfPage(http);
  const [answers, say] = await Promise.all([answersTo({ ...http, language }, ask), textsIn(language, 'login')]);
  const subject = subjectOf(answers);
  const style = brandStyle(brandOfPage(subject), { isDoor: isDoor(http.req.path) });
  const words = [...files].filter((name) => wordsOf(http.req.path, language).test(name));
  const text = page.filled({
    language: html`lang="${language}"`,
    title: html`<title>${ownerOf(subject)}</title>`,
    icon: html`href="${iconOf(subject)}"`,
    head: html`${words.map((name) => html`<link rel="modulepreload" crossorigin href="/${name}">`)}${style && styleIn(style)}</head>`,
    root: html`${isDoor(http.req.path) && sidePanel(subject)}<div id="root">${waitingPage(subject, say)}</div>
<script type="application/json" id="answers">${jsonIn({
      language,
      answers,
      words: Object.fromEntries(wordsOfFailure.map((name) => [name, say(name)])),
      isOwnVisit: comesFromOwnPages(http),
    })}</script>`,
  });
  return { text, isRefused: isRequestRefused(answers), styles: style ? [digestOf(style)] : [] };
}
