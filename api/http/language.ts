import { languages } from '@doorwright/locales';

/** The first language of an Accept-Language header that we speak. The header lists the best first, which is enough here. */
export function languageOf(header: string | undefined): string {
  const wanted = (header ?? '').split(',').map((part) => part.split(';')[0]?.trim().slice(0, 2).toLowerCase());
  return wanted.find((language) => languages.some((known) => known === language)) ?? 'en';
}
