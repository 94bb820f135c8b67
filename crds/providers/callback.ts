import { descriptionOf, type ProviderValues } from './described.ts';

/** The address of the service stands in a field of the provider. The services of other types are known. */
export const hasOwnAddress = (provider: ProviderValues): boolean =>
  (descriptionOf(provider)?.secrets?.clientSecret?.fields ?? []).some((field) => provider[field]);

/**
 * The path to which a service sends browsers back, and which its administrator registers there. Services at addresses of one's own each
 * get one of their own: otherwise one of them could pass on a code that another made (a mix-up, RFC 9700, 4.4).
 */
export const callbackPathOf = (provider: ProviderValues): string =>
  hasOwnAddress(provider) ? `/callback/oauth/${encodeURIComponent(String(provider.name))}` : '/callback';
