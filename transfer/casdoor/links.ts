import { type LinkField, linkFieldOf, linkFields, linkPropertyOf } from '@doorwright/crds/providers/links.ts';
import type { Losses } from '../reading/losses.ts';
import type { Original } from './original.ts';
import type { Survey } from './survey.ts';
import type { Fields } from './take-fields.ts';

const addressOf = (provider: Original, name: string) => provider.text(name).trim().replace(/\/+$/, '');

const companyOf = (provider: Original) =>
  provider.text('subType') === 'Third-party' ? undefined : provider.text('clientId');

/** The issuer of the ids of a service with an address or a company of its own. Two of them may give one id to two people. */
const issuers: Partial<Record<LinkField, (provider: Original) => string | undefined>> = {
  // The ids are of a directory that the provider does not name.
  azuread: () => undefined,
  adfs: (provider) => `${addressOf(provider, 'domain')}/adfs`,
  casdoor: (provider) => addressOf(provider, 'domain'),
  custom: (provider) => provider.text('customUserInfoUrl'),
  gitlab: (provider) => addressOf(provider, 'domain'),
  infoflow: companyOf,
  okta: (provider) => addressOf(provider, 'domain').replace(/^(https?:\/\/[^/]+)\/oauth2$/, '$1'),
  wecom: companyOf,
};

/** The issuer of the links to a service: empty for one address for all, undefined if nobody can tell. */
function issuerOf(field: LinkField, { all }: Survey): string | undefined {
  const of = issuers[field];
  if (!of) return '';
  const providers = all.provider.filter(
    (each) => each.text('category') === 'OAuth' && linkFieldOf(each.text('type')) === field,
  );
  const found = new Set(providers.map(of));
  return found.size === 1 ? [...found][0] : undefined;
}

/** The type of a service in the names of its properties. */
const typeOf = (field: LinkField, { all }: Survey) =>
  all.provider.map((each) => each.text('type')).find((type) => type !== '' && linkFieldOf(type) === field);

/** The links of users to other services, with the issuer of each id. */
export function linksOf(survey: Survey): (original: Original, losses: Losses) => Fields {
  const known = linkFields.map((field) => ({ field, issuer: issuerOf(field, survey), type: typeOf(field, survey) }));
  return (original, losses) => {
    const fields: Fields = {};
    const properties = Object.fromEntries(
      Object.entries(original.map('properties')).map(([name, value]) => [name, String(value)]),
    );
    for (const { field, issuer, type } of known) {
      const id = original.text(field);
      if (id === '') continue;
      if (issuer === undefined) {
        losses.add(
          `the link to ${field} "${id}"`,
          'Nobody can tell which directory gave the ID. The user links it again.',
        );
        continue;
      }
      fields[field] = id;
      if (issuer !== '' && type) properties[linkPropertyOf(type, 'issuer')] = issuer;
    }
    return { ...fields, ...(Object.keys(properties).length > 0 && { properties }) };
  };
}
