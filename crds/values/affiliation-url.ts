/** The sources of affiliations: one URL for a tree of places, and one for the affiliations at a place. */
export interface AffiliationSources {
  addresses: string;
  affiliations: string;
}

/** Both parts of `addressUrl|affiliationUrl`, or undefined if one is missing. */
export function affiliationSources(affiliationUrl: string): AffiliationSources | undefined {
  const [addresses, affiliations] = affiliationUrl.split('|').map((part) => part.trim());
  return addresses && affiliations ? { addresses, affiliations } : undefined;
}
