import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AttributeSource, SamlAttribute } from '@doorwright/crds/options/saml-service-provider.ts';
import { attributeOfXml, textOfXml } from '../../../core/xml-text.ts';
import { groupNamesOf } from '../../../kinds/user/group-names.ts';
import { membershipsOf, ownersInTokens } from '../../../kinds/user/memberships.ts';
import type { AccountDeps } from '../../../signin/deps.ts';
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

type Deps = Pick<AccountDeps, 'db' | 'store' | 'registry'>;

/** A user, and the same as service providers may know them. */
interface Known {
  user: User;
  told: User;
}

/** What a user belongs to. Each is read only if an attribute tells it. */
function belongings(user: User, { db, store, registry }: Deps) {
  const memberships = () => membershipsOf(user, { sql: db, store, registry }, ownersInTokens(user.owner));
  const isEnabled = ({ isEnabled }: Record<string, unknown>) => isEnabled !== false;
  const names = (objects: readonly Record<string, unknown>[]) =>
    objects.filter(isEnabled).map(({ name }) => String(name));
  return {
    roles: async () => names((await memberships()).roles),
    permissions: async () => names((await memberships()).permissions),
    groups: () => groupNamesOf(user, { sql: db, store }),
  };
}

/** The values of an attribute. An empty field has none. */
async function valuesOf(source: AttributeSource, value: string, { user, told }: Known, deps: Deps): Promise<string[]> {
  if (source === 'fixed') return value ? [value] : [];
  if (source === 'roles' || source === 'permissions' || source === 'groups') return belongings(user, deps)[source]();
  const field = String(told[source] ?? '');
  return field ? [field] : [];
}

export async function attributesOf(application: Application, known: Known, deps: Deps): Promise<Attribute[]> {
  const wanted = application.samlAttributes.length > 0 ? application.samlAttributes : usual;
  const found: Attribute[] = [];
  for (const { source, value, ...named } of wanted) {
    const values = await valuesOf(source, value, known, deps);
    if (values.length > 0) found.push({ ...named, values });
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
