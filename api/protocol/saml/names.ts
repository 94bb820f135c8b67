import { samlPages, samlSignOuts } from '../../http/protocol-paths.ts';

/** The page that service providers send a browser to, which takes their requests too. */
export const pagePathOf = ({ owner, name }: { owner: string; name: string }): string =>
  `${samlPages}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;

export const metadataPath = '/api/saml/metadata';
export const signOnPath = '/api/saml/sign-on';
export const goOnPath = '/api/saml/go-on';
export const signOutPath = '/api/saml/sign-out';
export const leavePath = '/api/saml/leave';

/** The address for messages about a sign-out. */
export const signOutAddressOf = ({ owner, name }: { owner: string; name: string }): string =>
  `${samlSignOuts}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';

/** Classes of sign-in (SAML Authentication Context 2.0, REFEDS, and Microsoft). */
export const contexts = {
  password: `${classes}Password`,
  protectedPassword: `${classes}PasswordProtectedTransport`,
  unspecified: `${classes}unspecified`,
  twoFactors: 'https://refeds.org/profile/mfa',
  microsoftTwoFactors: 'http://schemas.microsoft.com/claims/multipleauthn',
} as const;

export const statusOf = (name: string): string => `urn:oasis:names:tc:SAML:2.0:status:${name}`;

export const nameFormats = {
  basic: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  uri: 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
  unspecified: 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified',
} as const;
