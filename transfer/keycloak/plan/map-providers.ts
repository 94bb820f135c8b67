import { byText, createNames } from '../names.ts';
import type { IdentityProvider, Realm } from '../representation.ts';
import { samlFields } from './saml-provider.ts';
import { signInType } from './sign-in-types.ts';

/** An identity provider in the words of the model. */
export interface MappedProvider {
  name: string;
  category: 'OAuth' | 'SAML';
  type: string;
  /** The fields of the type. */
  fields: Readonly<Record<string, unknown>>;
  source: IdentityProvider;
}

function categoryOf(source: IdentityProvider): Omit<MappedProvider, 'name' | 'source'> | undefined {
  if (source.providerId === 'saml') return { category: 'SAML', type: 'SAML', fields: samlFields(source) };
  const found = signInType(source);
  return found && { category: 'OAuth', type: found.type, fields: found.fields(source.config) };
}

/** The identity providers that come, by alias. Providers belong to the installation, so the organization is in their names. */
export function mapProviders({ identityProviders }: Realm, organization: string): ReadonlyMap<string, MappedProvider> {
  const name = createNames();
  return new Map(
    identityProviders
      .toSorted((a, b) => byText(a.alias, b.alias))
      .flatMap((source) => {
        const mapped = categoryOf(source);
        return mapped
          ? [[source.alias, { ...mapped, source, name: name(`${organization}-${source.alias}`) }] as const]
          : [];
      }),
  );
}
