import { attribute, complex, readOnly, type Schema, subPrimary, values } from './attribute.ts';

export const userSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A user of the organization.',
  attributes: [
    attribute('userName', 'The name of the user, unique in the organization.', {
      required: true,
      uniqueness: 'server',
    }),
    complex('name', 'The parts of the name.', [
      attribute('formatted', 'The whole name.'),
      attribute('familyName', 'The family name.'),
      attribute('givenName', 'The given name.'),
      attribute('middleName', 'The middle names.'),
      attribute('honorificPrefix', 'Titles before the name.'),
      attribute('honorificSuffix', 'Titles after the name.'),
    ]),
    attribute('displayName', 'The name shown to people.'),
    attribute('nickName', 'The name among friends.'),
    attribute('profileUrl', "The address of the user's page.", { type: 'reference', referenceTypes: ['external'] }),
    attribute('title', 'The job title.'),
    attribute('userType', 'The relation to the organization, such as Employee.'),
    attribute('preferredLanguage', 'The language of pages and letters.'),
    attribute('locale', 'The place for the form of dates and numbers.'),
    attribute('timezone', 'The time zone, such as Europe/Berlin.'),
    attribute('active', 'Whether the user may sign in. With `false`, their sessions and tokens end.', {
      type: 'boolean',
    }),
    attribute('password', 'A new password, by the rules of the organization. No answer has it.', {
      mutability: 'writeOnly',
      returned: 'never',
      caseExact: true,
    }),
    values('emails', 'Addresses of mail. The user signs in with the primary one.', ['work', 'home', 'other']),
    values('phoneNumbers', 'Phone numbers. The user signs in with the one of the type mobile.', [
      ...['work', 'home', 'mobile', 'fax', 'pager', 'other'],
    ]),
    values('photos', 'Addresses of pictures. The primary one is the avatar.', ['photo', 'thumbnail'], {
      type: 'reference',
      referenceTypes: ['external'],
    }),
    complex(
      'addresses',
      'Postal addresses.',
      [
        attribute('formatted', 'The whole address.'),
        attribute('streetAddress', 'The street and the house.'),
        attribute('locality', 'The city.'),
        attribute('region', 'The state or region.'),
        attribute('postalCode', 'The postal code.'),
        attribute('country', 'The country as an ISO 3166-1 alpha-2 code.'),
        attribute('type', 'What the address is for.', { canonicalValues: ['work', 'home', 'other'] }),
        subPrimary,
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'The groups of the user. They change by the groups.',
      [
        attribute('value', 'The ID of the group.', readOnly),
        attribute('$ref', 'The address of the group.', { ...readOnly, type: 'reference', referenceTypes: ['Group'] }),
        attribute('display', 'The name of the group.', readOnly),
        attribute('type', 'How the user belongs to it.', { ...readOnly, canonicalValues: ['direct'] }),
      ],
      { ...readOnly, multiValued: true },
    ),
  ],
};

export const enterpriseSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'The place of a user in an enterprise. The properties of the user hold it.',
  attributes: [
    attribute('employeeNumber', 'The number in the organization.'),
    attribute('costCenter', 'The cost center.'),
    attribute('organization', 'The name of the organization.'),
    attribute('division', 'The division.'),
    attribute('department', 'The department.'),
    complex('manager', 'The manager of the user.', [
      attribute('value', 'The ID of the manager.', { caseExact: true }),
      attribute('$ref', 'The address of the manager.', { type: 'reference', referenceTypes: ['User'] }),
      attribute('displayName', 'The name of the manager.', readOnly),
    ]),
  ],
};
