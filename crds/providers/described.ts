import type { ProviderField, TypeDescription } from './description.ts';
import { describedTypes, type ProviderCategory } from './index.ts';
import type { Term } from './terms.ts';

/** A provider, as far as its fields are known: a form, a request, or a stored object. */
export type ProviderValues = Readonly<Record<string, unknown>>;

const ofCategory = (category: unknown): readonly TypeDescription[] =>
  describedTypes[category as ProviderCategory] ?? [];

export const descriptionOf = ({ category, type }: ProviderValues): TypeDescription | undefined =>
  ofCategory(category).find((each) => each.type === type);

export const offeredTypes = (category: unknown): string[] =>
  ofCategory(category)
    .filter(({ offered }) => offered)
    .map(({ type }) => type);

export const offeredCategories = (): ProviderCategory[] =>
  (Object.keys(describedTypes) as ProviderCategory[]).filter((category) => offeredTypes(category).length > 0);

export const subTypesOf = (provider: ProviderValues): string[] => Object.keys(descriptionOf(provider)?.subTypes ?? {});

/** The fields that the type of a provider uses, with those of its sub type. */
export function usedFields(provider: ProviderValues): readonly ProviderField[] {
  const { uses = [], subTypes = {} } = descriptionOf(provider) ?? {};
  return [...uses, ...(subTypes[String(provider.subType)] ?? [])];
}

export const termOf = (provider: ProviderValues, field: ProviderField): Term | undefined =>
  descriptionOf(provider)?.terms?.[field];

/** The fields that a use of the provider needs and that are empty. If one of several fields suffices, it names the first. */
export const missingFields = (provider: ProviderValues): ProviderField[] =>
  (descriptionOf(provider)?.required ?? [])
    .map((each) => (typeof each === 'string' ? [each] : each))
    .filter((fields) => fields.every((field) => !provider[field]))
    .map(([field]) => field as ProviderField);

/**
 * Nobody can choose the type. Categories without a single offered type stay open: programs of Casdoor 2022 store providers of them, which
 * wait for their behaviour.
 */
export const isClosed = (provider: ProviderValues): boolean =>
  descriptionOf(provider)?.offered !== true && offeredTypes(provider.category).length > 0;
