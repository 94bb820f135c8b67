import type { Language } from '@doorwright/locales';
import { type Say, textsIn } from '@doorwright/locales/translator.ts';
import type { Request } from 'express';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { choiceIn } from '../../http/cookies.ts';
import { pageLanguageOf } from '../../http/language.ts';

const themes = ['light', 'dark'];

export interface Words {
  language: Language;
  /** The theme from the visitor's cookie. Without one the page follows the system. */
  theme: string | undefined;
  say: Say;
  /** Describes a scope in the words of the consent page. */
  scope: (name: string) => string;
}

const scopeKey = (name: string) =>
  `scope${name === 'offline_access' ? 'Offline' : name[0]?.toUpperCase() + name.slice(1)}`;

/** The words of our pages in the visitor's language. */
export async function wordsIn(req: Pick<Request, 'headers'>, uiLocales: unknown): Promise<Words> {
  const language = pageLanguageOf(req, uiLocales);
  const [say, signingIn] = [await textsIn(language, 'authority'), await textsIn(language, 'login')];
  return {
    language,
    theme: themes.find((theme) => theme === choiceIn(req, 'theme')),
    say,
    scope: (name) => signingIn([scopeKey(name), 'scopeOther'], { scope: name }),
  };
}

export const wordsFor = (ctx: KoaContextWithOIDC): Promise<Words> => wordsIn(ctx.req, ctx.oidc?.params?.ui_locales);
