import { filled, type Language } from '@doorwright/locales';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { languageOf } from '../../http/language.ts';

export interface Words {
  language: Language;
  say: (key: string, params?: Readonly<Record<string, string>>) => string;
  /** What a scope lets an application do, in the words of the consent page. */
  scope: (name: string) => string;
}

const scopeKey = (name: string) =>
  `scope${name === 'offline_access' ? 'Offline' : name[0]?.toUpperCase() + name.slice(1)}`;

/** The words of our pages in the best language of `ui_locales`, or else of what the browser prefers. */
export async function wordsIn(uiLocales: unknown, preferred: string | undefined): Promise<Words> {
  const asked = typeof uiLocales === 'string' ? uiLocales.replaceAll(' ', ',') : '';
  const language = languageOf([asked, preferred].filter(Boolean).join()) as Language;
  const [own, signingIn] = await Promise.all([loadCatalogue(language, 'authority'), loadCatalogue(language, 'login')]);
  return {
    language,
    say: (key, params = {}) => filled(String(own[key]), params),
    scope: (name) => filled(String(signingIn[scopeKey(name)] ?? signingIn.scopeOther), { scope: name }),
  };
}

export const wordsFor = (ctx: KoaContextWithOIDC): Promise<Words> =>
  wordsIn(ctx.oidc?.params?.ui_locales, ctx.get('Accept-Language'));
