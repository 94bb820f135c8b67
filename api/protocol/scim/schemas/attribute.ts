/** An attribute of a resource, in the form in which /Schemas shows it (RFC 7643, section 7). */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'integer' | 'dateTime' | 'reference' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'writeOnly' | 'immutable';
  returned: 'default' | 'always' | 'never' | 'request';
  uniqueness: 'none' | 'server' | 'global';
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
}

export interface Schema {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
}

type Rest = Partial<Omit<Attribute, 'name' | 'description'>>;

/** Most attributes are optional texts. */
export const attribute = (name: string, description: string, rest: Rest = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...rest,
});

export const complex = (name: string, description: string, subAttributes: readonly Attribute[], rest: Rest = {}) =>
  attribute(name, description, { type: 'complex', subAttributes, ...rest });

export const readOnly: Rest = { mutability: 'readOnly' };

const primary = attribute('primary', 'The preferred value. Only one is.', { type: 'boolean' });

/** A list of values with types, such as addresses of mail. */
export const values = (name: string, description: string, types: readonly string[], value: Rest = {}): Attribute =>
  complex(
    name,
    description,
    [
      attribute('value', 'The value.', value),
      attribute('display', 'The value for people to read.'),
      attribute('type', 'What the value is for.', { canonicalValues: types }),
      primary,
    ],
    { multiValued: true },
  );

export const subPrimary = primary;
