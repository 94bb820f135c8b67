import { standardClaims, textOf } from './profile.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Claims of OpenID Connect that Casdoor 2022 never gives. */
const ofStandard = [
  ...['given_name', 'family_name', 'nickname', 'profile', 'website', 'gender', 'birthdate', 'zoneinfo', 'locale'],
  ...['updated_at', 'email_verified', 'phone_number'],
];

const isLogin = (text: string) => /^[\w.@+/-]+$/.test(text);

const standard = { username: standardClaims.username, displayName: standardClaims.displayName };
/** Casdoor 2022 has the two the other way round, and so have applications of ours with `nameClaims: casdoor`. */
const ofCasdoor = { username: standardClaims.displayName, displayName: standardClaims.username };

/** The claims with the user name and the display name, of a service that may be standard or an installation of Casdoor 2022. */
function namesIn(claims: Claims): { username: string; displayName: string } {
  const [name, preferred, display] = ['name', 'preferred_username', 'displayName'].map((each) => textOf(claims[each]));
  if (!preferred) {
    if (display) return { username: 'name', displayName: 'displayName' };
    return isLogin(name ?? '') ? ofCasdoor : { username: 'nickname', displayName: 'name' };
  }
  // A full user object of Casdoor has its display name in `displayName` too.
  if (display && name !== preferred && [name, preferred].includes(display))
    return display === name ? standard : ofCasdoor;
  // Only one of them can be a user name.
  if (isLogin(name ?? '') !== isLogin(preferred)) return isLogin(preferred) ? standard : ofCasdoor;
  return ofStandard.some((each) => claims[each] !== undefined) ? standard : ofCasdoor;
}

/** The claims for the fields of a user, at a service that is standard or an installation of Casdoor 2022. The service is known by what it claims. */
export const recognisedClaims = (claims: Claims) => ({
  ...standardClaims,
  ...namesIn(claims),
  emailVerified: claims.email_verified === undefined ? 'emailVerified' : 'email_verified',
  phone: claims.phone_number === undefined ? 'phone' : 'phone_number',
  avatar: claims.picture === undefined ? 'avatar' : 'picture',
  location: typeof claims.address === 'string' ? 'address' : 'address.locality',
});
