import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AttributeSource, SamlAttribute } from '@doorwright/crds/options/saml-service-provider.ts';
import { attributeOfXml, textOfXml } from '../../../core/xml-text.ts';
import { enabledNames } from '../../../kinds/memberships.ts';
import { groupNamesOf } from '../../../kinds/user/group-names.ts';
import { toldMemberships } from '../../tokens/token-claims.ts';
import { scopeOfField, type ToldDeps } from '../../tokens/told-fields.ts';
import { nameFormats } from '../names.ts';

export interface Attribute extends Pick<SamlAttribute, 'name' | 'nameFormat' | 'friendlyName'> {
  values: string[];
}

/** Those of Casdoor 2022, for applications that choose none. */
const usual: readonly SamlAttribute[] = [
  { name: 'Email', source: 'email', value: '', nameFormat: 'basic', friendlyName: 'E-Mail' },
  { name: 'DisplayName', source: 'displayName', value: '', nameFormat: 'basic', friendlyName: 'displayName' },
  { name: 'Name', source: 'name', value: '', nameFormat: 'basic', friendlyName: 'Name' },
];

/** The attributes of an application, as it chose them or as Casdoor 2022 has them. */
const wantedOf = ({ samlAttributes }: Pick<Application, 'samlAttributes'>) =>
  samlAttributes.length > 0 ? samlAttributes : usual;

/** What service providers of an application learn, in the words of the page for consent. Every assertion has an id of the user. */
export const scopesTold = (application: Pick<Application, 'samlAttributes'>): readonly string[] => [
  ...new Set([
    ...['profile', 'email'],
    ...wantedOf(application).flatMap(({ source }) => (source === 'fixed' ? [] : scopeOfField(source))),
  ]),
];

/** A user, and the same as service providers may know them. */
interface Known {
  user: User;
  told: User;
  fields: ReadonlySet<string>;
}

const isOfStanding = (source: AttributeSource) => source === 'roles' || source === 'permissions';

/** The values of an attribute. An empty field has none, and so has one that the organization keeps from applications. */
export async function attributesOf(
  application: Application,
  { user, told, fields }: Known,
  deps: ToldDeps,
): Promise<Attribute[]> {
  const wanted = wantedOf(application);
  const held = wanted.some(({ source }) => isOfStanding(source)) && (await toldMemberships(user, deps));

  async function valuesOf({ source, value }: SamlAttribute): Promise<string[]> {
    if (source === 'fixed') return [value];
    if (source === 'groups') return groupNamesOf(user, { sql: deps.db, store: deps.store });
    if (!fields.has(source)) return [];
    if (source === 'roles' || source === 'permissions') return held ? enabledNames(held[source]) : [];
    return [String(told[source] ?? '')];
  }

  const found: Attribute[] = [];
  // SAML has no attribute for a proved email. Another installation of this product knows this one.
  if (wanted === usual && fields.has('email') && told.email && user.emailVerified)
    found.push({ name: 'EmailVerified', nameFormat: 'basic', friendlyName: '', values: ['true'] });
  for (const attribute of wanted) {
    const { name, nameFormat, friendlyName } = attribute;
    const values = (await valuesOf(attribute)).filter(Boolean);
    if (values.length > 0) found.push({ name, nameFormat, friendlyName, values });
  }
  return found;
}

const types = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const writeAttribute = ({ name, nameFormat, friendlyName, values }: Attribute) =>
  `<saml:Attribute Name="${attributeOfXml(name)}" NameFormat="${nameFormats[nameFormat]}"${
    friendlyName && ` FriendlyName="${attributeOfXml(friendlyName)}"`
  }>${values
    .map((value) => `<saml:AttributeValue ${types} xsi:type="xs:string">${textOfXml(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

/** A statement without an attribute breaks the schema, so it stays out. */
export const writeAttributes = (attributes: readonly Attribute[]): string =>
  attributes.length > 0
    ? `<saml:AttributeStatement>${attributes.map(writeAttribute).join('')}</saml:AttributeStatement>`
    : '';
