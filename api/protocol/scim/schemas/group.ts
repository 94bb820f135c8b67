import { attribute, complex, type Schema } from './attribute.ts';

export const groupSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A group of users.',
  attributes: [
    attribute('displayName', 'The name shown to people.', { required: true }),
    complex(
      'members',
      'The users in the group.',
      [
        attribute('value', 'The ID of the user.', { mutability: 'immutable', caseExact: true }),
        attribute('$ref', 'The address of the user.', {
          ...{ mutability: 'immutable', type: 'reference', referenceTypes: ['User'], caseExact: true },
        }),
        attribute('type', 'The type of the member.', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
      { multiValued: true },
    ),
  ],
};
