import errors from './en/errors.json' with { type: 'json' };

export const languages = ['en', 'zh', 'fr', 'de', 'ja', 'ko', 'ru'] as const;
export type Language = (typeof languages)[number];

const filled = (text: string, params: Readonly<Record<string, string | number>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

/** The words for an error code. */
export function messageOf(_language: string, code: string, params: Readonly<Record<string, string | number>> = {}): string {
  return filled((errors as Record<string, string>)[code] ?? code, params);
}
