/** Where the choices of affiliations are: a tree of addresses, and below the second address the affiliations at each. */
export interface AffiliationSources {
  addresses: string;
  affiliations: string;
}

/** Both parts of `addressUrl|affiliationUrl`; with one alone there is nothing to choose from. */
export function affiliationSources(affiliationUrl: string): AffiliationSources | undefined {
  const [addresses, affiliations] = affiliationUrl.split('|').map((part) => part.trim());
  return addresses && affiliations ? { addresses, affiliations } : undefined;
}
