import type { ProgramValues } from '../stack.ts';

/** The names of a connection Secret in a cluster, so that a program takes its values there without a change. */
const names = {
  issuer: 'OIDC_ISSUER_URL',
  clientId: 'OIDC_CLIENT_ID',
  clientSecret: 'OIDC_CLIENT_SECRET',
  redirectUri: 'OIDC_REDIRECT_URI',
} as const;

/** The given values as pairs of name and value. */
export const namedValues = (values: ProgramValues, prefix = ''): [name: string, value: string][] =>
  (Object.keys(names) as (keyof ProgramValues)[]).flatMap((key) => {
    const value = values[key];
    return value === undefined ? [] : [[`${prefix}${names[key]}`, value]];
  });
