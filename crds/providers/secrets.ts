import { descriptionOf, type ProviderValues } from './described.ts';
import type { ProviderField, SecretField } from './description.ts';

/**
 * The fields that decide where a secret goes. The type is one of them: another type sends the secret to another vendor, or to the address
 * in a field that the type before did not use.
 */
export const sentTo =
  (secret: SecretField) =>
  (provider: ProviderValues): readonly string[] => [
    'category',
    'type',
    ...(descriptionOf(provider)?.secrets?.[secret]?.fields ?? []),
  ];

/** The address that a provider's secret goes to, where one field or the vendor alone decides. */
export function addressOf(provider: ProviderValues, secret: SecretField = 'clientSecret'): string {
  const { usual = '', fields = [] } = descriptionOf(provider)?.secrets?.[secret] ?? {};
  const named = fields.map((field: ProviderField) => provider[field]).find((value) => value);
  return String(named ?? usual);
}
