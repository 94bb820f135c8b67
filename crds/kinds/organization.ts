import { z } from 'zod';
import { checkBrand } from '../brand/check-brand.ts';
import { brandFields } from '../brand/fields.ts';
import { brandFieldNames } from '../brand/names.ts';
import { brandSections, ownCssSection } from '../brand/sections.ts';
import { constrained } from '../constraint.ts';
import { organizationDeclared } from '../declared/organization.ts';
import { defineKind } from '../define.ts';
import { choice, fieldMeta, flag, integer, list, text } from '../field.ts';
import { accountItemNames, defaultAccountItems, modifyRules, viewRules } from '../options/account-items.ts';
import { languages } from '../options/languages.ts';
import { secondFactorRules, weakFactorTypes } from '../options/second-factor.ts';

export const passwordTypes = ['plain', 'salt', 'md5-salt', 'bcrypt', 'pbkdf2-salt', 'argon2id'] as const;

const accountItem = constrained(
  z.object({
    name: z.enum(accountItemNames).describe('Data that the item shows.').register(fieldMeta, { title: 'Name' }),
    visible: z
      .boolean()
      .default(true)
      .describe('The account page shows the item.')
      .register(fieldMeta, { title: 'Visible' }),
    viewRule: z
      .enum(viewRules)
      .default('Public')
      .describe('People who can see the item.')
      .register(fieldMeta, { title: 'View rule' }),
    modifyRule: z
      .enum(modifyRules)
      .default('Self')
      .describe('People who can change the item.')
      .register(fieldMeta, { title: 'Modify rule' }),
  }),
  [
    {
      rule: "!has(self.viewRule) || self.viewRule != 'Admin' || (has(self.modifyRule) && self.modifyRule != 'Self')",
      message: 'must be Admin or Immutable, because only administrators see this item',
      member: 'modifyRule',
      holds: (item: { viewRule: string; modifyRule: string }) =>
        item.viewRule !== 'Admin' || item.modifyRule !== 'Self',
    },
  ],
);

/** A tenant with its users and their rules. */
export const organization = defineKind({
  kind: 'Organization',
  about: 'A tenant with its users and their rules.',
  owner: 'admin',
  tenant: 'itself',
  builtIn: ['built-in'],
  access: {
    list: 'organizationAdmin',
    get: 'anyone',
    add: 'globalAdmin',
    update: 'organizationAdmin',
    delete: 'globalAdmin',
  },
  publicFields: [
    'owner',
    'name',
    'createdTime',
    'displayName',
    'websiteUrl',
    ...brandFieldNames,
    'favicon',
    'refuseWeakPasswords',
    'passwordLength',
    'phonePrefix',
    'allowForeignPhones',
    'defaultAvatar',
    'tags',
    'isProfilePublic',
    'accountItems',
  ],
  check: checkBrand,
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    language: choice('Language', ['', ...languages], {
      about: 'Language of letters to people whose own language has no text.',
      initial: '',
    }),
    websiteUrl: text('Website URL', { about: "URL of the organization's website.", max: 500, control: 'url' }),
    ...brandFields,
    favicon: text('Favicon', { about: 'URL of the icon that browser tabs show.', max: 500, control: 'image' }),
    passwordType: choice('Password type', passwordTypes, {
      about:
        'How new passwords are stored. The types plain, salt and md5-salt are for imported passwords only. New ones are then stored as argon2id.',
      initial: 'argon2id',
    }),
    passwordSalt: text('Password salt', {
      about: 'Salt shared by all passwords of type salt.',
      secret: 'masked',
      digest: true,
    }),
    upgradePasswords: flag('Upgrade passwords', {
      about: 'Stores a password of a weak type as argon2id when its user signs in.',
      initial: true,
      dangers: [{ when: false, about: 'Weakly stored passwords stay as they are.' }],
    }),
    refuseWeakPasswords: flag('Refuse weak passwords', {
      about:
        'New passwords must have at least 8 characters and must not be one of the 10,000 most common. If this is off, they need 6 characters.',
      initial: true,
      dangers: [{ when: false, about: 'Users can choose the passwords that attackers try first.' }],
    }),
    passwordLength: integer('Shortest password', {
      about:
        'Number of characters that a new password needs at least, if it is more than the other rules want. Existing passwords stay valid.',
      max: 64,
    }),
    refuseBreachedPasswords: flag('Refuse breached passwords', {
      about:
        'New passwords of users must not be known from a breach. A service that the installation names gets five digits of their SHA-1. If it is away, it refuses none.',
    }),
    passwordHistory: integer('Former passwords', {
      about:
        'Number of passwords that a user cannot choose again, with the present one. 0 allows all. Their stored forms are kept as long as this needs them.',
      max: 24,
    }),
    passwordDays: integer('Passwords expire after', {
      about:
        'Age at which a password must be replaced at the next sign-in. 0 never asks. Programs that sign in with the password of a user are refused then.',
      ...{ max: 3650, unit: 'days' },
    }),
    phonePrefix: text('Phone prefix', {
      about: 'Country calling code for phone numbers without one, in digits.',
      max: 10,
      initial: '86',
    }),
    allowForeignPhones: flag('Phones of other countries', {
      about: 'People choose the country of their phone. Text messages then go to every country, which can cost more.',
    }),
    defaultAvatar: text('Default avatar', {
      about: 'Picture of users without their own picture.',
      max: 500,
      control: 'image',
    }),
    tags: list('Tags', z.string().min(1).max(200), {
      about: 'Tags that users can have. An entry can be `value|label`. New users get the first tag.',
      control: 'tags',
    }),
    masterPassword: text('Master password', {
      about:
        'Password with which support signs in as any user except global administrators. It has at least 12 characters. If it is empty, it is off. Each use is recorded and cannot set a password.',
      max: 200,
      secret: 'masked',
      digest: true,
      proves: true,
      control: 'password',
    }),
    secondFactor: choice('Second factor', secondFactorRules, {
      about:
        'Users who need a second factor at sign-in. `optional` asks those who have set one up. `off` asks nobody, unless an application or a client requires it.',
      initial: 'optional',
      dangers: [{ when: 'off', about: 'Users who have set up a second factor sign in without it.' }],
    }),
    weakSecondFactors: list('Codes as a second factor', z.enum(weakFactorTypes), {
      about: 'Codes that users can choose as a second factor, beside apps and passkeys. They are weaker than these.',
    }),
    secondFactorGraceDays: integer('Grace period', {
      about:
        'Time in which a user who needs a second factor can still sign in without one. It begins with their first sign-in.',
      max: 365,
      unit: 'days',
    }),
    secondFactorHours: integer('Second factor again after', {
      about:
        'Time after which an application asks for the second factor again, also in a session. 0 asks once for each session.',
      max: 8760,
      unit: 'hours',
    }),
    trustedDeviceDays: integer('Trusted devices', {
      about:
        'Time for which users can trust a browser, so that it does not ask for the second factor. 0 does not offer it.',
      max: 365,
      unit: 'days',
    }),
    sessionIdleMinutes: integer('Idle sessions end after', {
      about: 'Time without a request after which a session ends, unless its user stays signed in.',
      ...{ min: 5, max: 43_200, initial: 60, unit: 'minutes' },
    }),
    sessionHours: integer('Sessions end after', {
      about: 'Longest time of a session. A shorter time also applies to open sessions.',
      ...{ min: 1, max: 8760, initial: 24, unit: 'hours' },
    }),
    rememberedSessionDays: integer('Users stay signed in for', {
      about: 'Longest time of a session whose user stays signed in. A shorter time also applies to open sessions.',
      ...{ min: 1, max: 365, initial: 30, unit: 'days' },
    }),
    enableSoftDeletion: flag('Soft deletion', { about: 'Deleting a user only marks the user as deleted.' }),
    enableAccountDeletion: flag('Users delete their account', {
      about:
        'Users can delete their own account on their account page. With soft deletion, an administrator can bring it back.',
    }),
    isProfilePublic: flag('Public profiles', {
      about: 'Everyone can see the public part of user profiles, not only members of the organization.',
      dangers: [{ when: true, about: 'Strangers can find out who the users are.' }],
    }),
    linkByEmail: flag('Link by email', {
      about:
        'A first sign-in with a provider joins the user who has the same email, if both have proved it. Administrators link with their password only.',
      readmits: true,
    }),
    defaultApplication: text('Default application', {
      about: 'Application whose sign-in pages users see if no application is named.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    invoiceName: text('Legal name', {
      about: 'Name of the seller on invoices. If it is empty, invoices have the display name.',
      max: 200,
    }),
    invoiceAddress: text('Legal address', {
      about: 'Address of the seller on invoices.',
      max: 300,
      control: 'textarea',
    }),
    invoiceCountry: text('Country of the seller', {
      about: 'Country in which the seller pays tax.',
      max: 2,
      control: 'country',
    }),
    invoiceTaxId: text('Tax ID', { about: 'Tax number of the seller on invoices.' }),
    invoicePrefix: text('Invoice prefix', {
      about: 'Begin of invoice numbers. The year and a number without gaps follow.',
      max: 20,
      initial: 'INV-',
    }),
    invoiceTaxRate: integer('Tax rate', {
      about: 'Tax that prices include, in hundredths of a percent: 1900 is 19 %.',
      max: 10_000,
    }),
    invoiceNote: text('Small-business note', {
      about: 'Sentence on invoices of a seller who owes no tax. With it, invoices contain no tax.',
      max: 300,
    }),
    accountItems: list('Account items', accountItem, {
      about: 'Items of the account page, with the rules for viewing and changing them.',
      initial: defaultAccountItems,
      distinctBy: 'name',
    }),
  },
  starts: { displayName: 'New Organization - {random}', phonePrefix: '86', allowForeignPhones: true },
  list: {
    columns: [
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'favicon', cell: 'image' },
      { field: 'websiteUrl', search: true, cell: 'link' },
      { field: 'passwordType', filter: passwordTypes },
      { field: 'passwordSalt' },
      { field: 'defaultAvatar', cell: 'image' },
      { field: 'enableSoftDeletion', cell: 'switch' },
    ],
  },
  declared: organizationDeclared,
  form: [
    {
      tab: 'Settings',
      title: 'Identity',
      fields: ['name', 'displayName', 'websiteUrl', 'language', 'defaultAvatar', 'defaultApplication'],
    },
    ...brandSections,
    ownCssSection,
    {
      tab: 'Users',
      title: 'Users',
      fields: [
        'phonePrefix',
        'allowForeignPhones',
        'tags',
        'linkByEmail',
        'enableSoftDeletion',
        'enableAccountDeletion',
        'isProfilePublic',
      ],
    },
    {
      tab: 'Security',
      title: 'Passwords',
      fields: [
        'refuseWeakPasswords',
        'passwordLength',
        'refuseBreachedPasswords',
        'passwordHistory',
        'passwordDays',
        'masterPassword',
      ],
    },
    {
      tab: 'Security',
      title: 'Second factor',
      fields: ['secondFactor', 'weakSecondFactors', 'secondFactorGraceDays', 'secondFactorHours', 'trustedDeviceDays'],
    },
    { tab: 'Security', title: 'Sessions', fields: ['sessionIdleMinutes', 'sessionHours', 'rememberedSessionDays'] },
    {
      tab: 'Security',
      title: 'Stored passwords',
      fields: ['passwordType', 'passwordSalt', 'upgradePasswords'],
      rare: true,
    },
    {
      tab: 'Settings',
      title: 'Invoices',
      fields: [
        ...['invoiceName', 'invoiceAddress', 'invoiceCountry', 'invoiceTaxId'],
        ...['invoicePrefix', 'invoiceTaxRate', 'invoiceNote'],
      ],
      rare: true,
    },
    { tab: 'Account page', title: 'Account page', fields: ['accountItems'] },
    { tab: 'Directories', title: 'Directories', fields: [] },
    { tab: 'SAML', title: 'SAML', fields: [] },
    { tab: 'Provisioning', title: 'Provisioning', fields: [] },
  ],
});

export type Organization = z.infer<typeof organization.schema>;
