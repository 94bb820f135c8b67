import type { AttributeSource, SamlAttribute } from '@doorwright/crds/options/saml-service-provider.ts';
import { byText } from '../names.ts';
import type { ProtocolMapper } from '../representation.ts';

/** Properties and attributes of a user of Keycloak, and the fields here. */
const sources: Readonly<Record<string, AttributeSource>> = {
  ...{ username: 'name', email: 'email', firstName: 'firstName', lastName: 'lastName', id: 'id' },
  ...{
    phoneNumber: 'phone',
    phone: 'phone',
    locale: 'language',
    picture: 'avatar',
    website: 'homepage',
    title: 'title',
  },
};

const formats: Readonly<Record<string, SamlAttribute['nameFormat']>> = {
  Basic: 'basic',
  'URI Reference': 'uri',
  Unspecified: 'unspecified',
};

const fixed: AttributeSource = 'fixed';

function sourceOf({ protocolMapper, config }: ProtocolMapper): AttributeSource | undefined {
  if (protocolMapper === 'saml-role-list-mapper') return 'roles';
  if (protocolMapper === 'saml-group-membership-mapper') return config['full.path'] === 'true' ? undefined : 'groups';
  if (protocolMapper === 'saml-hardcode-attribute-mapper') return fixed;
  const copies = protocolMapper === 'saml-user-property-mapper' || protocolMapper === 'saml-user-attribute-mapper';
  return copies ? sources[config['user.attribute'] ?? ''] : undefined;
}

const usualNames: Partial<Record<AttributeSource, string>> = { roles: 'Role', groups: 'member' };

/** The mappers of a client as attributes, and those that have no counterpart. */
export function readAttributes(mappers: readonly ProtocolMapper[]): { attributes: SamlAttribute[]; lost: string[] } {
  const attributes = new Map<string, SamlAttribute>();
  const lost: string[] = [];
  for (const mapper of mappers.toSorted((a, b) => byText(a.name, b.name))) {
    const { config } = mapper;
    const source = sourceOf(mapper);
    const name = config['attribute.name'] || (source && usualNames[source]) || '';
    if (!source || !name || attributes.has(name)) lost.push(`"${mapper.name}" (${mapper.protocolMapper})`);
    else
      attributes.set(name, {
        ...{ name, source, value: source === fixed ? (config['attribute.value'] ?? '') : '' },
        nameFormat: formats[config['attribute.nameformat'] ?? ''] ?? 'basic',
        friendlyName: config['friendly.name'] ?? '',
      });
  }
  return { attributes: [...attributes.values()], lost };
}
