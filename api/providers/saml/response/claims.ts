import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { MappedField } from '@doorwright/crds/options/mapping-items.ts';
import { mappedProfile } from '../../oauth/profile.ts';
import { type Profile, refusedBy } from '../../oauth/sign-in-service.ts';
import { formats, ns } from '../names.ts';
import { childNamed, childrenNamed, childrenOf, textIn } from '../xml/read.ts';

const microsoft = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** The usual names of an installation of this product, and of Casdoor 2022. `Name` is the user name there. */
const ours = { username: 'Name', displayName: 'DisplayName', email: 'Email', emailVerified: 'EmailVerified' } as const;

/** The usual names of attributes: friendly names, those of eduPerson and LDAP (RFC 4519), and those of Microsoft. */
const usual: Partial<Record<MappedField, readonly string[]>> = {
  username: [
    'username',
    'uid',
    'urn:oid:0.9.2342.19200300.100.1.1',
    'sAMAccountName',
    `${microsoft}/name`,
    ours.username,
  ],
  displayName: [
    ...['displayName', 'urn:oid:2.16.840.1.113730.3.1.241', 'cn', 'name'],
    'http://schemas.microsoft.com/identity/claims/displayname',
    ours.displayName,
  ],
  firstName: ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${microsoft}/givenname`],
  lastName: ['surname', 'sn', 'lastName', 'urn:oid:2.5.4.4', `${microsoft}/surname`],
  email: [
    'email',
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
    `${microsoft}/emailaddress`,
    ours.email,
  ],
  phone: ['phone', 'mobile', 'telephoneNumber', 'urn:oid:2.5.4.20'],
  affiliation: ['organization', 'o', 'urn:oid:2.5.4.10'],
  title: ['title', 'urn:oid:2.5.4.12'],
};

type Claims = Record<string, string>;

/** An attribute counts under its name and its friendly name. Of several values the first one counts. */
function attributesOf(assertion: Element): Claims {
  const claims: Claims = {};
  for (const statement of childrenNamed(assertion, ns.assertion, 'AttributeStatement'))
    for (const attribute of childrenNamed(statement, ns.assertion, 'Attribute')) {
      const [value] = childrenNamed(attribute, ns.assertion, 'AttributeValue');
      // A value may be a tree, which no field of a user has.
      if (!value || childrenOf(value).length > 0) continue;
      for (const name of ['FriendlyName', 'Name'].map((each) => attribute.getAttribute(each)))
        if (name && !Object.hasOwn(claims, name)) claims[name] = textIn(value);
    }
  return claims;
}

/** The subject's id. A transient one would make a new user each time, and an encrypted one names nobody. */
function subjectOf(assertion: Element): { id: string; format: string } {
  const subject = childNamed(assertion, ns.assertion, 'Subject');
  const nameId = subject && childNamed(subject, ns.assertion, 'NameID');
  return { id: textIn(nameId), format: nameId?.getAttribute('Format') ?? formats.unspecified };
}

/** The profile in an assertion: by the mapping of the provider, and otherwise by the usual names. */
export function profileIn(assertion: Element, provider: Provider): Profile {
  const { id, format } = subjectOf(assertion);
  const claims: Claims = { ...attributesOf(assertion), NameID: id };
  const isOurs = Boolean(claims[ours.username] && claims[ours.displayName]);
  // Elsewhere, `Name` may be the whole name of a person.
  const isKnown = (name: string) => claims[name] && (name !== ours.username || isOurs);
  const names = Object.entries(usual).map(([field, known]) => [field, known.find(isKnown)]);
  const found = Object.fromEntries(names.filter(([, name]) => name)) as Partial<Record<MappedField, string>>;
  const isMapped = provider.userMapping.some(
    ({ field, claim }) => field === 'id' && claim !== '' && claim !== 'NameID',
  );
  if (format === formats.transient && !isMapped)
    throw refusedBy('the user id is transient; map an attribute to the field id');
  const email = found.email ?? (format === formats.emailAddress ? 'NameID' : undefined);
  return {
    ...mappedProfile(claims, provider, {
      id: 'NameID',
      username: 'NameID',
      ...found,
      ...(email && { email }),
      ...(isOurs && { emailVerified: ours.emailVerified }),
    }),
    issuer: provider.issuerUrl,
  };
}
