import type { Json } from './flow/read-json.ts';
import { profileOf, textOf } from './profile.ts';
import type { Profile } from './sign-in-service.ts';

/** The proved addresses of a list, the primary one first. The profile itself shows an address that its user chose. */
export const provedAddress = (
  addresses: unknown,
  isProved: (address: Json) => boolean,
  isPrimary: (address: Json) => boolean,
): string =>
  (Array.isArray(addresses) ? (addresses as Json[]) : [])
    .filter(isProved)
    .toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
    .map(({ email }) => textOf(email))[0] ?? '';

/** A user of GitHub's API, which Gitee has copied. Without a proved address, the shown one counts as not verified. */
export const forgeProfile = (user: Json, proved: string, more: Partial<Omit<Profile, 'claims'>> = {}): Profile =>
  profileOf(
    {
      id: textOf(user.id),
      username: textOf(user.login),
      displayName: textOf(user.name),
      email: proved || textOf(user.email),
      isEmailVerified: proved !== '',
      avatar: textOf(user.avatar_url),
      homepage: textOf(user.blog),
      bio: textOf(user.bio),
      ...more,
    },
    user,
  );
