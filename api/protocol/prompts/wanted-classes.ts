/** A request for one claim (OpenID Connect Core, 5.5.1). */
interface Asked {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}

const texts = (values: readonly unknown[]) => values.filter((value): value is string => typeof value === 'string');

/** The classes in a request for the claim `acr`. */
export const classesIn = ({ value, values }: Asked): string[] =>
  texts(Array.isArray(values) ? values : value === undefined ? [] : [value]);

function askedInClaims(claims: string | undefined): Asked {
  try {
    return JSON.parse(claims ?? '{}')?.id_token?.acr ?? {};
  } catch {
    // The authorization endpoint refuses such a request.
    return {};
  }
}

/** The classes of sign-in that an authorization request asks for, in `claims` or in `acr_values`. */
export function wantedClasses({ acr_values, claims }: Readonly<Record<string, string | undefined>>): string[] {
  const inClaims = classesIn(askedInClaims(claims));
  return inClaims.length > 0 ? inClaims : (acr_values ?? '').split(' ').filter(Boolean);
}
