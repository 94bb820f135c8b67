import { ResultCodeError } from 'ldapts';
import type { SourceProblem } from '../../contract.ts';
import { SourceError } from '../../contract.ts';
import type { LdapSource } from '../source.ts';

/** Result codes of RFC 4511 that say what is wrong with the settings of a source. */
const result = {
  timeLimit: 3,
  sizeLimit: 4,
  adminLimit: 11,
  confidentialityRequired: 13,
  strongerAuthRequired: 8,
  noSuchObject: 32,
  invalidDn: 34,
  insufficientAccess: 50,
} as const;

/** The server's own words, without the code that the library adds. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : '')
    .replace(/ ?Code: 0x[\da-f]+$/, '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);

export const codeOf = (error: unknown): number | undefined =>
  error instanceof ResultCodeError ? error.code : undefined;

/** The server said nothing for too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** The library has no class for it. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && /timed out$/.test(error.message);

/** Why the directory refused a question about a part of it. */
export function problemOfSearch(error: unknown, source: LdapSource, base: string): SourceProblem {
  const code = codeOf(error);
  const field = base === source.groupBaseDn ? 'groupBaseDn' : 'baseDn';
  if (code === result.noSuchObject || code === result.invalidDn)
    return { code: 'ldap-no-base', params: { base }, field };
  if (code === result.confidentialityRequired || code === result.strongerAuthRequired)
    return { code: 'ldap-needs-tls', params: { host: source.host }, field: 'encryption' };
  if (code === result.insufficientAccess)
    return { code: 'ldap-no-access', params: { admin: source.admin, base }, field: 'admin' };
  if (code === result.sizeLimit || code === result.adminLimit || code === result.timeLimit)
    return { code: 'ldap-limit', params: { problem: wordsOf(error) } };
  if (code !== undefined) return { code: 'ldap-refused', params: { problem: wordsOf(error) || String(code) } };
  if (error instanceof NoAnswer) return { code: 'ldap-slow', params: { host: source.host } };
  return { code: 'ldap-broken', params: { problem: wordsOf(error) } };
}

export const asSourceError = (error: unknown, source: LdapSource, base: string): SourceError =>
  error instanceof SourceError ? error : new SourceError(problemOfSearch(error, source, base), error);
