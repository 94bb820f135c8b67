import { z } from 'zod';
import { defineKind } from '../define.ts';
import { computed, flag, integer, list, map, moment, text } from '../field.ts';
import { signInState } from '../options/sign-in-state.ts';
import { userSourceKinds } from '../options/sync.ts';
import { toldByScope } from '../options/told-by-scope.ts';
import { userFilters } from '../options/user-filters.ts';
import { webauthnCredential } from '../options/webauthn-credential.ts';
import { type LinkField, linkedProviders, linkFieldOf, linkFields } from '../providers/links.ts';

const linkField = (type: string) =>
  text(type, {
    about: `The user's ID at ${type}. Empty if not linked.`,
    accountItem: '3rd-party logins',
    proves: true,
  });

const links = Object.fromEntries(linkedProviders.map((type) => [linkFieldOf(type), linkField(type)])) as Record<
  LinkField,
  ReturnType<typeof linkField>
>;

/** An account of a person or machine that signs in. */
export const user = defineKind({
  kind: 'User',
  about: 'An account of a person or machine that signs in.',
  owner: 'organization',
  numerous: true,
  people: true,
  tenant: 'owner',
  builtIn: ['built-in/admin'],
  unique: [['owner', 'email'], ['owner', 'phone'], ['id']],
  neverAgain: 'id',
  lastChange: { field: 'updatedTime', of: Object.values(toldByScope).flat() },
  lookups: [
    ['owner', 'idCard'],
    ...linkFields.map((field) => ['owner', field]),
    ['owner', 'unionId'],
    ['owner', 'ldap'],
    ['digestDay'],
  ],
  foundAlike: ['name', 'email'],
  // The profile rules of the organization limit reads, and its account items limit changes: api/kinds/user/user.ts.
  cached: true,
  access: {
    list: 'organizationAdmin',
    get: 'anyone',
    add: 'organizationAdmin',
    update: 'self',
    delete: 'organizationAdmin',
  },
  fields: {
    id: text('ID', { about: 'Unique random ID that never changes. It is the subject of tokens.', accountItem: 'ID' }),
    type: text('User type', { about: 'Type of user.', initial: 'normal-user', accountItem: 'User type' }),
    password: text('Password', {
      about:
        "The stored form of the password. add-user takes it in plain text and hashes it with the organization's password type.",
      max: 200,
      secret: 'masked',
      digest: true,
      proves: true,
      control: 'password',
      accountItem: 'Password',
    }),
    passwordSalt: text('Password salt', {
      about: 'Salt of md5-salt and pbkdf2-salt passwords.',
      secret: 'hidden',
      digest: true,
    }),
    passwordType: text('Password type', {
      about: 'How the stored password was made.',
      serverSet: true,
      secret: 'hidden',
      digest: true,
    }),
    displayName: text('Display name', { about: 'Name shown to people.', accountItem: 'Display name' }),
    firstName: text('First name', { about: 'Given name.', accountItem: 'Display name' }),
    lastName: text('Last name', { about: 'Family name.', accountItem: 'Display name' }),
    realName: text('Real name', { about: 'Name as in official documents.', accountItem: 'Real name' }),
    avatar: text('Avatar', { about: 'URL of the picture.', max: 500, control: 'image', accountItem: 'Avatar' }),
    permanentAvatar: text('Permanent avatar', {
      about: "URL of the server's own copy of the picture.",
      max: 500,
      accountItem: 'Avatar',
    }),
    isDefaultAvatar: flag('Uses default avatar', {
      about: "The picture is the organization's default picture.",
      accountItem: 'Avatar',
    }),
    email: text('Email', {
      about: 'Email address, unique within the organization.',
      accountItem: 'Email',
      proves: true,
    }),
    emailVerified: flag('Email verified', { about: 'The user has proved that they own the address.', serverSet: true }),
    phone: text('Phone', {
      about: 'Phone number, unique within the organization.',
      accountItem: 'Phone',
      proves: true,
    }),
    phoneVerified: flag('Phone verified', { about: 'The user has proved that they own the number.', serverSet: true }),
    location: text('Location', { about: 'City.', accountItem: 'Location' }),
    address: list('Address', z.string().max(200), {
      about: 'Lines of the postal address, or codes from the nested address list.',
      max: 10,
      accountItem: 'Address',
    }),
    affiliation: text('Affiliation', { about: 'Employer, school or club.', accountItem: 'Affiliation' }),
    title: text('Title', { about: 'Job title.', accountItem: 'Title' }),
    idCardType: text('ID card type', { about: 'Type of identity document.', untold: true }),
    idCard: text('ID card', { about: 'Number of the identity document.', untold: true }),
    homepage: text('Homepage', { about: "URL of the user's website.", control: 'url', accountItem: 'Homepage' }),
    bio: text('Bio', { about: 'Short description of the user.', max: 1000, accountItem: 'Bio' }),
    tag: text('Tag', { about: "One of the organization's tags.", accountItem: 'Tag' }),
    region: text('Country/Region', {
      about: 'Country or region as an ISO 3166-1 alpha-2 code.',
      control: 'country',
      accountItem: 'Country/Region',
    }),
    language: text('Language', { about: 'Language of the pages the user sees.', accountItem: 'Language' }),
    timeZone: text('Time zone', {
      about: 'Time zone as a name of the IANA database, such as Europe/Berlin.',
      accountItem: 'Time zone',
    }),
    gender: text('Gender', { about: 'Gender.', accountItem: 'Display name' }),
    birthday: text('Birthday', { about: 'Date of birth.', accountItem: 'Birthday' }),
    education: text('Education', { about: 'Education.', accountItem: 'Bio' }),
    score: integer('Score', {
      about: 'Points. With an affiliation URL, the ID of the affiliation.',
      min: -2_147_483_648,
      accountItem: 'User type',
    }),
    karma: integer('Karma', { about: 'Reputation.', min: -2_147_483_648, accountItem: 'User type' }),
    ranking: integer('Ranking', { about: 'Position in the order of sign-up.', accountItem: 'User type' }),
    isOnline: flag('Online', { about: 'The user is using an application now.', accountItem: 'User type' }),
    isAdmin: flag('Administrator', {
      about: 'The user administers their organization.',
      accountItem: 'Is admin',
      dangers: [
        { when: true, about: 'The user can change everything in the organization, and the passwords of its users.' },
      ],
    }),
    isGlobalAdmin: flag('Global administrator', {
      about: 'The user administers all organizations.',
      accountItem: 'Is global admin',
      dangers: [{ when: true, about: 'The user can change everything in all organizations.' }],
    }),
    isForbidden: flag('Blocked', {
      about: 'The user cannot sign in.',
      readmits: false,
      accountItem: 'Is forbidden',
      dangers: [
        { when: true, about: 'The user cannot sign in any more, and their sessions and tokens end.', asks: true },
      ],
    }),
    isDeleted: flag('Deleted', {
      about: 'The user is marked as deleted and cannot sign in.',
      readmits: false,
      accountItem: 'Is deleted',
      dangers: [
        { when: true, about: 'The user cannot sign in any more, and their sessions and tokens end.', asks: true },
      ],
    }),
    signupApplication: text('Sign-up application', {
      about: 'Application where the user signed up.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
      accountItem: 'Signup application',
    }),
    hash: text('Hash', {
      about: 'Digest of the last values that a syncer read.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    preHash: text('Previous hash', {
      about: 'Digest of the values that a syncer read before.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    createdIp: text('Created IP', {
      about: 'IP address from which the user signed up, or gave an email without proof.',
      serverSet: true,
      untold: true,
    }),
    updatedTime: moment('Updated time', {
      about: 'Time of the last change to what applications are told of the user. Empty before the first change.',
      serverSet: true,
    }),
    lastSigninTime: moment('Last sign-in time', { about: 'Time of the last sign-in.', serverSet: true }),
    lastSigninIp: text('Last sign-in IP', {
      about: 'IP address of the last sign-in.',
      serverSet: true,
      untold: true,
    }),
    ...links,
    unionId: text('Union ID', {
      about: "The user's ID at WeChat across applications.",
      accountItem: '3rd-party logins',
      proves: true,
    }),
    ldap: text('LDAP', {
      about: 'ID of the directory entry. Such a user can sign in only with the directory.',
      serverSet: true,
    }),
    properties: map('Properties', {
      about: 'Names and values of your choice.',
      accountItem: 'Properties',
      untold: true,
    }),
    webauthnCredentials: list('Passkeys', webauthnCredential, {
      about: 'Passkeys and security keys.',
      max: 50,
      accountItem: 'WebAuthn credentials',
      proves: true,
    }),
    ...signInState,
    digestDay: text('Daily digest', {
      about: 'Day of the last daily digest of notifications by mail. Empty if the administrator wants none.',
      max: 10,
      serverSet: true,
      untold: true,
    }),
    sources: computed(
      'Sources',
      z.array(
        z.object({ kind: z.enum(userSourceKinds), id: z.string(), title: z.string(), fields: z.array(z.string()) }),
      ),
      {
        about:
          'The directories, syncers and provisioning programs of the user, with the fields that only they change. Only administrators see them, in single reads.',
      },
    ),
    roles: computed('Roles', z.array(z.unknown()), {
      about: 'Roles of the user. Only single reads contain them.',
      accountItem: 'Roles',
    }),
    permissions: computed('Permissions', z.array(z.unknown()), {
      about: 'Permissions of the user. Only single reads contain them.',
      accountItem: 'Permissions',
    }),
  },
  starts: {
    owner: 'built-in',
    displayName: 'New User - {random}',
    signupApplication: 'app-built-in',
  },
  list: {
    moreOrders: ['score', 'karma', 'ranking'],
    texts: ['name', 'displayName', 'email', 'phone'],
    textIds: ['id'],
    textsTitle: 'Name, email, phone or ID',
    filters: userFilters,
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'signupApplication', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'avatar', cell: 'image' },
      { field: 'email', search: true, cell: 'mail' },
      { field: 'phone', search: true },
      { field: 'affiliation', search: true },
      { field: 'region', search: true, cell: 'country' },
      { field: 'tag', search: true },
      { field: 'isAdmin', cell: 'switch', badge: { when: true, text: 'Administrator', tone: 'info' } },
      { field: 'isGlobalAdmin', cell: 'switch', badge: { when: true, text: 'Global administrator', tone: 'info' } },
      {
        field: 'isForbidden',
        cell: 'switch',
        badge: { when: true, text: 'Blocked', tone: 'danger', disables: 'blocks' },
      },
      { field: 'isDeleted', cell: 'switch', badge: { when: true, text: 'Deleted', tone: 'warning' } },
    ],
    shown: ['name', 'displayName', 'email', 'owner', 'createdTime'],
  },
  // The organization's account items decide which of these a person sees, and their order within a section.
  form: [
    { tab: 'Overview', title: 'Overview', fields: [] },
    { tab: 'Profile', title: 'User', fields: ['owner', 'id', 'name', 'displayName', 'avatar', 'email', 'phone'] },
    {
      tab: 'Profile',
      title: 'Person',
      fields: ['region', 'location', 'affiliation', 'title', 'homepage', 'bio', 'tag'],
    },
    {
      tab: 'Profile',
      title: 'More about the person',
      fields: [
        'firstName',
        'lastName',
        'realName',
        'gender',
        'birthday',
        'language',
        'timeZone',
        'education',
        'address',
      ],
      rare: true,
    },
    {
      tab: 'Profile',
      title: 'Origin and properties',
      fields: ['type', 'signupApplication', 'score', 'karma', 'ranking', 'properties'],
      rare: true,
    },
    {
      tab: 'Security',
      title: 'Security',
      fields: ['password', 'mustChangePassword', 'requireSecondFactor', 'isForbidden', 'isDeleted'],
    },
    { tab: 'Access', title: 'Administration', fields: ['isAdmin', 'isGlobalAdmin'] },
    { tab: 'Access', title: 'Access', fields: ['roles', 'permissions'] },
    { tab: 'Linked accounts', title: 'Linked accounts', fields: [] },
    { tab: 'Records', title: 'Records', fields: [] },
  ],
  formless: [
    ...linkFields,
    ...['unionId', 'webauthnCredentials', 'permanentAvatar', 'isDefaultAvatar', 'isOnline', 'idCardType', 'idCard'],
  ],
});

export type User = z.infer<typeof user.schema>;
