import type { User } from '@doorwright/crds/kinds/user.ts';

/** A date as OpenID Connect writes it: whole, without its year, or the year alone (Core 1.0, 5.1). Other texts are no claim. */
const isDate = (text: string) => /^\d{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/.test(text);

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('\n');

/** The members that are told. A nested address list has codes in `address`, and they are told as they are stored. */
function addressOf({ address = [], location, region }: Partial<User>) {
  const street = joined(address);
  const members = {
    formatted: joined([street, location, region]),
    street_address: street,
    locality: location,
    country: region,
  };
  return members.formatted ? Object.fromEntries(Object.entries(members).filter(([, value]) => value)) : undefined;
}

/** Without any change, the time of the account's creation. */
function changedAt({ updatedTime, createdTime }: Partial<User>) {
  const time = updatedTime || createdTime;
  return time && Math.floor(Date.parse(time) / 1000);
}

/** The claims of OpenID Connect 1.0, 5.1 that say more of a person than their names and addresses. An empty one is left out. */
export const personClaims = (shown: Partial<User>) => ({
  given_name: shown.firstName,
  family_name: shown.lastName,
  nickname: shown.displayName,
  gender: shown.gender,
  birthdate: shown.birthday && isDate(shown.birthday) ? shown.birthday : undefined,
  zoneinfo: shown.timeZone,
  locale: shown.language,
  address: addressOf(shown),
  updated_at: changedAt(shown),
});
