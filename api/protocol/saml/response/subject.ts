import { hash, randomBytes } from 'node:crypto';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { attributeOfXml, textOfXml } from '../../../core/xml-text.ts';
import { formats } from '../../../providers/saml/names.ts';

export interface Subject {
  value: string;
  format: string;
  nameQualifier?: string | undefined;
  spNameQualifier?: string | undefined;
}

interface Parties {
  issuer: string;
  provider: SamlServiceProvider;
}

const known: readonly string[] = Object.values(formats);

/** The format of the answer: the requested one, or that of the service provider. Undefined if no user here has this format. */
export function formatFor(requested: string, { nameIdFormat }: SamlServiceProvider): string | undefined {
  if (!requested || requested === formats.unspecified) return formats[nameIdFormat];
  return known.includes(requested) ? requested : undefined;
}

/** A user has a different persistent id at each service provider. A new name of the user changes none of them (SAML Core 2.0, 8.3.7). */
const pairwise = ({ owner, id }: User, service: string) =>
  hash('sha256', JSON.stringify(['saml persistent id', owner, id, service]), 'base64url');

/** The user as a service provider knows them, or nothing if they have no id of this format. */
export function subjectOf(user: User, format: string, { issuer, provider }: Parties): Subject | undefined {
  if (format === formats.emailAddress) return user.email ? { value: user.email, format } : undefined;
  if (format === formats.transient) return { value: `_${randomBytes(20).toString('hex')}`, format };
  if (format === formats.unspecified) return { value: user.name, format };
  const value = pairwise(user, provider.entityId);
  return { value, format, nameQualifier: issuer, spNameQualifier: provider.entityId };
}

export function writeSubject({ value, format, nameQualifier, spNameQualifier }: Subject): string {
  const qualifiers = nameQualifier
    ? ` NameQualifier="${attributeOfXml(nameQualifier)}" SPNameQualifier="${attributeOfXml(spNameQualifier ?? '')}"`
    : '';
  return `<saml:NameID Format="${format}"${qualifiers}>${textOfXml(value)}</saml:NameID>`;
}
