import { type Language, languages } from '@doorwright/locales';
import type { Request } from 'express';
import { valueOfCookie } from './cookies.ts';

const isLanguage = (text: string | undefined): text is Language => languages.some((known) => known === text);

/** The first language of an Accept-Language header that we speak. The header lists the best first, which is enough here. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => part.split(';')[0]?.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
}

/**
 * The language of whoever looks at a page of ours: the one that he chose here, which a cookie tells, else one that his
 * client asks for (`ui_locales`), the best first, else what his browser prefers.
 */
export function languageOfVisitor(req: Pick<Request, 'headers'>, uiLocales: unknown): Language {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
  return languageOf([valueOfCookie(req, 'language'), ...asked, req.headers['accept-language']].filter(Boolean).join());
}
