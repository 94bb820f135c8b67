import type { Language } from '@doorwright/locales';
import { textsIn } from '@doorwright/locales/translator.ts';
import type { Request } from 'express';
import { choiceIn } from '../../http/cookies.ts';
import { languageOf } from '../../http/language.ts';
import type { BuiltPage } from './built-page.ts';
import { html, jsonIn } from './html.ts';

/** The words of the page if its script fails. The script has all other words. */
const wordsOfFailure = ['pageFailed', 'pageFailedLead', 'reload'];

/** The page of the console in the caller's language. */
export async function consolePage(req: Request, page: BuiltPage): Promise<string> {
  const wanted = [req.query.language, choiceIn(req, 'language'), req.headers['accept-language']];
  const language = languageOf(wanted.join()) as Language;
  const say = await textsIn(language, 'login');
  const words = Object.fromEntries(wordsOfFailure.map((name) => [name, say(name)]));
  return page.filled({
    language: html`lang="${language}"`,
    title: html`<title>Doorwright</title>`,
    icon: html`href="/icon.svg"`,
    head: html`</head>`,
    root: html`<div id="root"></div><script type="application/json" id="answers">${jsonIn({ words })}</script>`,
  });
}
