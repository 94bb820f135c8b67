import { closestLanguage, type Language, languages, sourceLanguage } from '@doorwright/locales';
import type { Request } from 'express';
import Negotiator from 'negotiator';
import { choiceIn } from './cookies.ts';

/** A longer header is an attempt to waste time. */
const longest = 1000;
const mostTags = 20;

/** The supported language that fits an Accept-Language header best. */
export function languageOf(header: string | undefined): Language {
  const wanted = new Negotiator({ headers: { 'accept-language': (header ?? '').slice(0, longest) } }).languages();
  for (const tag of wanted.slice(0, mostTags)) {
    const language = closestLanguage(tag, languages);
    if (language) return language;
  }
  return sourceLanguage;
}

/**
 * The language for a visitor of our pages. Their own choice (a cookie) comes first, then the client's `ui_locales`
 * in order, then the browser's preference.
 */
export function pageLanguageOf(req: Pick<Request, 'headers'>, uiLocales: unknown): Language {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
  return languageOf([choiceIn(req, 'language'), ...asked, req.headers['accept-language']].filter(Boolean).join());
}
