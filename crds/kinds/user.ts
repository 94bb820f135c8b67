import { z } from 'zod';
import { defineKind } from '../define.ts';
import { computed, flag, integer, list, map, moment, text } from '../field.ts';
import { providerTypes } from '../options/provider-types.ts';
import type { Told } from '../problem.ts';

type LinkedType = Exclude<(typeof providerTypes.OAuth)[number], 'WeChatMiniProgram'>;

/** Third-party accounts that a user can link. A WeChat mini program uses the WeChat account. */
export const linkedProviders = providerTypes.OAuth.filter((type): type is LinkedType => type !== 'WeChatMiniProgram');

/** The field is the provider's type in lower case. */
type LinkField = Lowercase<LinkedType>;

const linkField = (type: string) =>
  text(type, {
    about: `The user's id at ${type}, empty when not linked.`,
    accountItem: '3rd-party logins',
    proves: true,
  });

const links = Object.fromEntries(linkedProviders.map((type) => [type.toLowerCase(), linkField(type)])) as Record<
  LinkField,
  ReturnType<typeof linkField>
>;

const longestCredential = 20_000;

/** A passkey credential in the JSON form of Casdoor 2022. */
const webauthnCredential = z
  .looseObject({
    ID: z.string().max(2000),
    PublicKey: z.string().max(10_000).default(''),
    AttestationType: z.string().max(100).default(''),
    Authenticator: z
      .object({
        AAGUID: z.string().max(100).default(''),
        SignCount: z.int().default(0),
        CloneWarning: z.boolean().default(false),
      })
      .default({ AAGUID: '', SignCount: 0, CloneWarning: false }),
  })
  // Other members are unknown; only their total length is limited.
  .refine((credential) => JSON.stringify(credential).length <= longestCredential, {
    error: 'must not be too long',
    params: { code: 'too-long', params: { max: longestCredential } } satisfies Told,
  });

/** An account of a person or machine that signs in. */
export const user = defineKind({
  kind: 'User',
  about: "A person, or a machine's account, who signs in.",
  owner: 'organization',
  numerous: true,
  people: true,
  tenant: 'owner',
  builtIn: ['built-in/admin'],
  unique: [['owner', 'email'], ['owner', 'phone'], ['id']],
  neverAgain: 'id',
  lookups: [['owner', 'idCard']],
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
    id: text('ID', { about: 'Unique random id that never changes; the subject of tokens.', accountItem: 'ID' }),
    type: text('User type', { about: 'Kind of user.', initial: 'normal-user', accountItem: 'User type' }),
    password: text('Password', {
      about:
        "The stored form of the password. Written in clear with add-user, hashed as the organization's password type says.",
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
    realName: text('Real name', { about: 'Name as in official papers.', accountItem: 'Real name' }),
    avatar: text('Avatar', { about: 'Address of the picture.', max: 500, control: 'image', accountItem: 'Avatar' }),
    permanentAvatar: text('Permanent avatar', {
      about: 'Address of our own copy of the picture.',
      max: 500,
      accountItem: 'Avatar',
    }),
    isDefaultAvatar: flag('Is default avatar', {
      about: "The picture is the organization's default one.",
      accountItem: 'Avatar',
    }),
    email: text('Email', {
      about: 'Email address, unique within the organization.',
      accountItem: 'Email',
      proves: true,
    }),
    emailVerified: flag('Email verified', { about: 'The user has shown that the address is his.', serverSet: true }),
    phone: text('Phone', {
      about: 'Phone number, unique within the organization.',
      accountItem: 'Phone',
      proves: true,
    }),
    location: text('Location', { about: 'City.', accountItem: 'Location' }),
    address: list('Address', z.string().max(200), {
      about: 'Codes of the nested address picker.',
      max: 10,
      accountItem: 'Location',
    }),
    affiliation: text('Affiliation', { about: 'Employer, school or club.', accountItem: 'Affiliation' }),
    title: text('Title', { about: 'Position.', accountItem: 'Title' }),
    idCardType: text('ID card type', { about: 'Kind of identity document.', untold: true }),
    idCard: text('ID card', { about: 'Number of the identity document.', untold: true }),
    homepage: text('Homepage', { about: 'Home page of the user.', control: 'url', accountItem: 'Homepage' }),
    bio: text('Bio', { about: 'A few words about the user.', max: 1000, accountItem: 'Bio' }),
    tag: text('Tag', { about: "One of the organization's tags.", accountItem: 'Tag' }),
    region: text('Country/Region', {
      about: 'Country or region as an ISO 3166-1 alpha-2 code.',
      control: 'country',
      accountItem: 'Country/Region',
    }),
    language: text('Language', { about: 'Language of the pages the user sees.', accountItem: 'Display name' }),
    gender: text('Gender', { about: 'Gender.', accountItem: 'Display name' }),
    birthday: text('Birthday', { about: 'Date of birth.', accountItem: 'Display name' }),
    education: text('Education', { about: 'Education.', accountItem: 'Bio' }),
    score: integer('Score', {
      about: 'Points; with an affiliation address the id of the affiliation.',
      min: -2_147_483_648,
      accountItem: 'User type',
    }),
    karma: integer('Karma', { about: 'Reputation.', min: -2_147_483_648, accountItem: 'User type' }),
    ranking: integer('Ranking', { about: 'Position in the order of joining.', accountItem: 'User type' }),
    isOnline: flag('Is online', { about: 'The user is using an application now.', accountItem: 'User type' }),
    isAdmin: flag('Is admin', { about: 'Administers his organization.', accountItem: 'Is admin' }),
    isGlobalAdmin: flag('Is global admin', { about: 'Administers everything.', accountItem: 'Is global admin' }),
    isForbidden: flag('Is forbidden', { about: 'May not sign in.', readmits: false, accountItem: 'Is forbidden' }),
    isDeleted: flag('Is deleted', {
      about: 'Is marked as deleted and may not sign in.',
      readmits: false,
      accountItem: 'Is deleted',
    }),
    signupApplication: text('Signup application', {
      about: 'Application through which the user came.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
      accountItem: 'Signup application',
    }),
    hash: text('Hash', {
      about: 'Digest of what a syncer last read.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    preHash: text('Previous hash', {
      about: 'Digest of what a syncer read before.',
      secret: 'hidden',
      digest: true,
      serverSet: true,
    }),
    createdIp: text('Created IP', { about: 'Address from which the user signed up.', serverSet: true, untold: true }),
    lastSigninTime: moment('Last sign-in time', { about: 'When the user last signed in.', serverSet: true }),
    lastSigninIp: text('Last sign-in IP', {
      about: 'Address from which the user last signed in.',
      serverSet: true,
      untold: true,
    }),
    ...links,
    unionId: text('Union ID', {
      about: "WeChat's id of the user across applications.",
      accountItem: '3rd-party logins',
      proves: true,
    }),
    ldap: text('LDAP', {
      about: 'Id of the directory entry; such a user signs in with the directory only.',
      serverSet: true,
    }),
    properties: map('Properties', { about: 'Free names and values.', accountItem: 'Properties', untold: true }),
    webauthnCredentials: list('WebAuthn credentials', webauthnCredential, {
      about: 'Passkeys and security keys.',
      max: 50,
      accountItem: 'WebAuthn credentials',
      proves: true,
    }),
    roles: computed('Roles', z.array(z.unknown()), {
      about: 'Roles that hold the user, on single reads.',
      accountItem: 'Roles',
    }),
    permissions: computed('Permissions', z.array(z.unknown()), {
      about: 'Permissions that name the user, on single reads.',
      accountItem: 'Permissions',
    }),
  },
  starts: {
    owner: 'built-in',
    displayName: 'New User - {random}',
    signupApplication: 'app-built-in',
  },
  list: {
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
      { field: 'isAdmin', cell: 'switch' },
      { field: 'isGlobalAdmin', cell: 'switch' },
      { field: 'isForbidden', cell: 'switch' },
      { field: 'isDeleted', cell: 'switch' },
    ],
  },
});

export type User = z.infer<typeof user.schema>;
