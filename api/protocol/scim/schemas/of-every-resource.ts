import { attribute, complex, readOnly } from './attribute.ts';

/** The attributes of every resource (RFC 7643, section 3.1). /Schemas does not list them. */
export const commonAttributes = [
  attribute('schemas', 'The schemas of the resource.', { ...readOnly, multiValued: true, returned: 'always' }),
  attribute('id', 'The ID, which never changes.', { ...readOnly, returned: 'always', caseExact: true }),
  attribute('externalId', 'The ID that the program has for it.', { caseExact: true }),
  complex(
    'meta',
    'Facts about the resource.',
    ['resourceType', 'created', 'lastModified', 'location', 'version'].map((name) =>
      attribute(name, 'A fact.', readOnly),
    ),
    readOnly,
  ),
];
