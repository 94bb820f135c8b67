import { linkFieldOf, linkPropertyOf } from '@doorwright/crds/providers/links.ts';
import { byText } from '../names.ts';
import type { MappedProvider } from '../plan/map-providers.ts';
import type { Plan } from '../plan/plan.ts';
import type { Person } from '../representation.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const isDirectoryId = (domain: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(domain);

/**
 * The issuer that a link here names, as a sign-in compares it. Undefined if the source does not say it: a user of Microsoft has
 * the issuer of their own directory.
 */
function issuerOf({ category, type, fields }: MappedProvider): string | undefined {
  const domain = text(fields.domain);
  if (category === 'SAML' || type === 'OpenID Connect') return text(fields.issuerUrl);
  if (type === 'Custom') return text(fields.customUserInfoUrl);
  if (type === 'AzureAD') return isDirectoryId(domain) ? `https://login.microsoftonline.com/${domain}/v2.0` : undefined;
  return type === 'GitHub' || type === 'GitLab' ? domain : '';
}

const longest = { id: 100, property: 500 };

/** The accounts of a user at other services, in the fields and properties of links. */
export function readLinks({ providers }: Plan, { federatedIdentities }: Person) {
  const fields: Record<string, string> = {};
  const properties: Record<string, string> = {};
  const lost: [what: string, why: string][] = [];
  for (const { identityProvider, userId, userName } of federatedIdentities.toSorted((a, b) =>
    byText(a.identityProvider, b.identityProvider),
  )) {
    const what = `link to ${identityProvider}`;
    const provider = providers.get(identityProvider);
    const issuer = provider && issuerOf(provider);
    if (!provider) lost.push([what, 'the provider does not come']);
    else if (issuer === undefined || !userId || userId.length > longest.id)
      lost.push([what, 'the source does not say enough; the user links the account again']);
    else if (fields[linkFieldOf(provider.type)])
      lost.push([what, `a user has one link to each type, and ${provider.type} has one`]);
    else {
      fields[linkFieldOf(provider.type)] = userId;
      const told = {
        id: userId,
        username: userName,
        issuer,
        provider: provider.category === 'SAML' ? provider.name : '',
      };
      for (const [name, value] of Object.entries(told))
        if (value)
          properties[linkPropertyOf(provider.type, name as keyof typeof told)] = value.slice(0, longest.property);
    }
  }
  return { fields, properties, lost };
}
