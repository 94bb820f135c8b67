import { descriptionOf, type ProviderValues } from './described.ts';

/**
 * The page where people register at a known service, as the start of the provider URL. Services at addresses of one's own have no such page, and
 * some vendors' types use the field for their API.
 */
export function registrationPage(provider: ProviderValues): string {
  const { page = '', secrets, terms } = descriptionOf(provider) ?? {};
  const { usual, fields = [] } = secrets?.clientSecret ?? {};
  const isKnown = usual !== undefined || fields.length === 0;
  return provider.category === 'OAuth' && isKnown && !terms?.providerUrl ? page : '';
}
