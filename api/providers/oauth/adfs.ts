import { openIdFlow } from './flow/openid-flow.ts';
import { profileOf, textOf } from './profile.ts';

/** The security identifier of a Windows account, which is never used again. Casdoor 2022 kept it as the id. */
const isSid = (text: string) => /^S-1(-\d+)+$/.test(text);

/**
 * Active Directory Federation Services from 2016 on speak OpenID Connect below /adfs. Read on 2026-11-23:
 * https://learn.microsoft.com/openspecs/windows_protocols/ms-oidce/55c0a84d-48e7-4043-91f8-9ebd0a51ab68 (ID token). Addresses, scope and `sid`
 * follow Casdoor 2022.
 * The rules of the server's administrator fill the claims, and nothing says that an address is verified.
 */
export const adfs = openIdFlow({
  issuer: ({ domain }) => `${domain.trim().replace(/\/+$/, '')}/adfs`,
  scope: () => 'openid',
  profile(claims) {
    const sid = textOf(claims.sid);
    return profileOf(
      {
        id: isSid(sid) ? sid : textOf(claims.sub),
        // DOMAIN\name
        username: textOf(claims.unique_name).split('\\').at(-1) ?? '',
        displayName: textOf(claims.name) || textOf(claims.unique_name),
        firstName: textOf(claims.given_name),
        lastName: textOf(claims.family_name),
        email: textOf(claims.email) || textOf(claims.upn),
        issuer: textOf(claims.iss),
      },
      claims,
    );
  },
});
