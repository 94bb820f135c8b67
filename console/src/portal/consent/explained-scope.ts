import { t, type Word } from '../words.ts';

const scopeWords = {
  openid: 'scopeOpenid',
  profile: 'scopeProfile',
  email: 'scopeEmail',
  phone: 'scopePhone',
  address: 'scopeAddress',
  groups: 'scopeGroups',
  entitlements: 'scopeEntitlements',
  offline_access: 'scopeOffline',
  read: 'scopeRead',
} as const satisfies Record<string, Word>;

/** What a scope permits, in words. */
export const explainedScope = (scope: string): string =>
  scope in scopeWords ? t(scopeWords[scope as keyof typeof scopeWords]) : t('scopeOther', { scope });
