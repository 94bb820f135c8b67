import type { MappedField } from '@doorwright/crds/options/mapping-items.ts';
import type { Realm } from '../representation.ts';

/** Attributes of a user of Keycloak, and the fields that a service fills here. */
const fields: Readonly<Record<string, MappedField>> = {
  ...{ username: 'username', email: 'email', firstName: 'firstName', lastName: 'lastName', locale: 'language' },
  ...{ phoneNumber: 'phone', picture: 'avatar', website: 'homepage', gender: 'gender', birthdate: 'birthday' },
};

/** Mappers that copy one value of the service, and the settings that name it and the attribute. */
const copies: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'oidc-user-attribute-idp-mapper': ['claim', 'user.attribute'],
  'saml-user-attribute-idp-mapper': ['attribute.name', 'user.attribute'],
};

/** The mappers of a service as a mapping of the provider, and those that have no counterpart. */
export function readMapping({ identityProviderMappers }: Realm, alias: string) {
  const mapping: { field: MappedField; claim: string }[] = [];
  const lost: string[] = [];
  const own = identityProviderMappers.filter((each) => each.identityProviderAlias === alias);
  for (const { name, identityProviderMapper, config } of own.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [from = '', to = ''] = copies[identityProviderMapper] ?? [];
    const [claim, field] = [config[from], fields[config[to] ?? '']];
    if (claim && field && !mapping.some((each) => each.field === field)) mapping.push({ field, claim });
    else lost.push(name);
  }
  return { mapping, lost };
}
