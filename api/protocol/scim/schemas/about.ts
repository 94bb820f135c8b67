import { type Attribute, attribute, complex, readOnly, type Schema } from './attribute.ts';

const fact = (name: string, description: string, rest: Partial<Attribute> = {}) =>
  attribute(name, description, { ...readOnly, ...rest });
const flag = (name: string, description: string) => fact(name, description, { type: 'boolean', required: true });
const whole = (name: string, description: string) => fact(name, description, { type: 'integer', required: true });
const texts = (name: string, description: string) => fact(name, description, { multiValued: true });
const feature = (name: string, description: string, more: readonly Attribute[] = []) =>
  complex(name, description, [flag('supported', 'Whether the server has it.'), ...more], {
    ...{ ...readOnly, required: true },
  });
const link = (name: string, description: string) =>
  fact(name, description, { type: 'reference', referenceTypes: ['external'] });

const attributesOf = (depth: number): Attribute[] => [
  fact('name', 'The name of the attribute.'),
  fact('type', 'The type of its values.'),
  flag('multiValued', 'Whether it has several values.'),
  fact('description', 'Words about it.'),
  flag('required', 'Whether a resource must have it.'),
  flag('caseExact', 'Whether upper and lower case differ.'),
  fact('mutability', 'Who may change it.'),
  fact('returned', 'When an answer has it.'),
  fact('uniqueness', 'Where a value is unique.'),
  texts('canonicalValues', 'Usual values.'),
  texts('referenceTypes', 'The resources that it names.'),
  ...(depth > 0
    ? [complex('subAttributes', 'Its parts.', attributesOf(depth - 1), { ...readOnly, multiValued: true })]
    : []),
];

/** The schemas of the documents by which programs learn what the server can do (RFC 7643, sections 5 to 7). */
export const aboutSchemas: readonly Schema[] = [
  {
    id: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
    name: 'ServiceProviderConfig',
    description: 'What this server can do.',
    attributes: [
      link('documentationUri', 'The address of the documentation.'),
      feature('patch', 'Changes by PATCH.'),
      feature('bulk', 'Several requests in one.', [
        whole('maxOperations', 'The most requests.'),
        whole('maxPayloadSize', 'The most bytes.'),
      ]),
      feature('filter', 'Filters of lists.', [whole('maxResults', 'The most resources in an answer.')]),
      feature('changePassword', 'New passwords.'),
      feature('sort', 'The order of lists.'),
      feature('etag', 'Versions of resources.'),
      complex(
        'authenticationSchemes',
        'How programs authenticate.',
        [
          fact('type', 'The kind of credentials.', { required: true }),
          fact('name', 'The name for people.', { required: true }),
          fact('description', 'Words about it.', { required: true }),
          link('specUri', 'The address of its specification.'),
          link('documentationUri', 'The address of its documentation.'),
          fact('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
        ],
        { ...readOnly, multiValued: true, required: true },
      ),
    ],
  },
  {
    id: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
    name: 'ResourceType',
    description: 'A type of resources.',
    attributes: [
      fact('id', 'The ID of the type.'),
      fact('name', 'The name of the type.', { required: true }),
      fact('description', 'Words about it.'),
      fact('endpoint', 'The address of its resources.', {
        ...{ type: 'reference', referenceTypes: ['uri'], required: true },
      }),
      fact('schema', 'Its schema.', { type: 'reference', referenceTypes: ['uri'], required: true, caseExact: true }),
      complex(
        'schemaExtensions',
        'Its extensions.',
        [
          fact('schema', 'The schema.', {
            type: 'reference',
            referenceTypes: ['uri'],
            required: true,
            caseExact: true,
          }),
          flag('required', 'Whether a resource must have it.'),
        ],
        { ...readOnly, multiValued: true },
      ),
    ],
  },
  {
    id: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
    name: 'Schema',
    description: 'A schema of resources.',
    attributes: [
      fact('id', 'The URI of the schema.', { required: true }),
      fact('name', 'The name of the schema.', { required: true }),
      fact('description', 'Words about it.'),
      complex('attributes', 'Its attributes.', attributesOf(1), { ...readOnly, multiValued: true, required: true }),
    ],
  },
];
