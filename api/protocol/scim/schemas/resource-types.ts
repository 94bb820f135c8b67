import { type Attribute, complex, type Schema } from './attribute.ts';
import { groupSchema } from './group.ts';
import { commonAttributes } from './of-every-resource.ts';
import { enterpriseSchema, userSchema } from './user.ts';

/** A type of resources with everything that a request may name of it. */
export interface ResourceType {
  name: 'User' | 'Group';
  endpoint: 'Users' | 'Groups';
  schema: Schema;
  extensions: readonly Schema[];
  /** The attributes by their name in lower case. An extension is one complex attribute, named by its URI. */
  attributes: ReadonlyMap<string, Attribute>;
}

function typeOf(
  name: ResourceType['name'],
  endpoint: ResourceType['endpoint'],
  schema: Schema,
  extensions: readonly Schema[] = [],
): ResourceType {
  const all = [
    ...commonAttributes,
    ...schema.attributes,
    ...extensions.map(({ id, description, attributes }) => complex(id, description, attributes)),
  ];
  return {
    ...{ name, endpoint, schema, extensions },
    attributes: new Map(all.map((each) => [each.name.toLowerCase(), each])),
  };
}

export const userType = typeOf('User', 'Users', userSchema, [enterpriseSchema]);
export const groupType = typeOf('Group', 'Groups', groupSchema);

/** The part of an attribute with a name in any case. */
export const partOf = (attribute: Attribute, name: string): Attribute | undefined =>
  attribute.subAttributes?.find((each) => each.name.toLowerCase() === name.toLowerCase());
