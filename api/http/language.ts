import { closestLanguage, type Language, languages, sourceLanguage } from '@doorwright/locales';
import type { Request } from 'express';
import Negotiator from 'negotiator';
import { valueOfCookie } from './cookies.ts';

/** A client that names more languages than a person speaks wants to keep us busy. */
const longest = 1000;
const mostTags = 20;

/** The language of ours that an Accept-Language header likes best. */
export function languageOf(header: string | undefined): Language {
  const wanted = new Negotiator({ headers: { 'accept-language': (header ?? '').slice(0, longest) } }).languages();
  for (const tag of wanted.slice(0, mostTags)) {
    const language = closestLanguage(tag, languages);
    if (language) return language;
  }
  return sourceLanguage;
}

/**
 * The language of a visitor of our pages: the one that they chose here, which a cookie tells, else one that the client
 * requests (`ui_locales`), the best first, else the one that the browser prefers.
 */
export function languageOfVisitor(req: Pick<Request, 'headers'>, uiLocales: unknown): Language {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
  return languageOf([valueOfCookie(req, 'language'), ...asked, req.headers['accept-language']].filter(Boolean).join());
}
