import { descriptionOf, type ProviderValues } from './described.ts';

/** The address of the service stands in a field of the provider. The services of other types are known. */
export const hasOwnAddress = (provider: ProviderValues): boolean =>
  (descriptionOf(provider)?.secrets?.clientSecret?.fields ?? []).some((field) => provider[field]);

/** The page to which the server sends browsers with the response of a SAML identity provider. */
export const samlCallbackPath = '/callback/saml';

/** SAML identity providers post their responses here. It is the entity id of this installation too, as in Casdoor 2022. */
export const acsPath = '/api/acs';

/**
 * The path to which a service sends browsers back, and which its administrator registers there. Services at addresses of one's own each
 * get one of their own: otherwise one of them could pass on a code that another made (a mix-up, RFC 9700, 4.4).
 */
export const callbackPathOf = (provider: ProviderValues): string =>
  provider.category === 'SAML'
    ? samlCallbackPath
    : hasOwnAddress(provider)
      ? `/callback/oauth/${encodeURIComponent(String(provider.name))}`
      : '/callback';
