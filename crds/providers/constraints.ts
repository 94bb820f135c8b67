import type { Constraint } from '../constraint.ts';
import { descriptionOf, type ProviderValues, subTypesOf } from './described.ts';
import { describedTypes, type ProviderCategory, providerCategories, typesOf } from './index.ts';

const oneOf = (values: readonly string[]) => `[${values.map((each) => `'${each}'`).join(', ')}]`;

const typeConstraint = (category: ProviderCategory): Constraint => ({
  rule: `!has(self.category) || self.category != '${category}' || !has(self.type) || self.type in ${oneOf(typesOf(category))}`,
  message: `type must be one of ${typesOf(category).join(', ')} for ${category}`,
  member: 'type',
  holds: (provider: ProviderValues) =>
    provider.category !== category || !provider.type || descriptionOf(provider) !== undefined,
});

/** The types with sub types. No name of such a type stands for services in two categories. */
const divided = providerCategories.flatMap((category) =>
  describedTypes[category].flatMap(({ type }) => {
    const subTypes = subTypesOf({ category, type });
    return subTypes.length > 0 ? [{ type, subTypes }] : [];
  }),
);

const subTypesNamed = (type: unknown) => divided.find((each) => each.type === type)?.subTypes ?? [];

/** `Internal or Third-party for WeCom and Infoflow` */
const phrases = [...Map.groupBy(divided, ({ subTypes }) => subTypes.join(' or '))].map(
  ([subTypes, of]) => `${subTypes} for ${of.map(({ type }) => type).join(' and ')}`,
);

const allowed = divided
  .map(({ type, subTypes }) => `(self.type == '${type}' && self.subType in ${oneOf(subTypes)})`)
  .join(' || ');

/** The rules on types and sub types, for the custom resource definition. */
export const providerConstraints: readonly Constraint[] = [
  ...providerCategories.map(typeConstraint),
  {
    rule: `!has(self.type) || !has(self.subType) || self.subType == '' || ${allowed}`,
    message: `subType must be ${phrases.join(', ')}, and empty for all others`,
    member: 'subType',
    holds: ({ type, subType }: ProviderValues) => !type || !subType || subTypesNamed(type).includes(String(subType)),
  },
];
