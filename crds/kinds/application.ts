import { z } from 'zod';
import { applicationDeclared } from '../declared/application.ts';
import { defineKind, disabled } from '../define.ts';
import { choice, computed, flag, integer, list, text } from '../field.ts';
import { apiAccesses } from '../options/api-access.ts';
import {
  checkCredentials,
  checkGrantTypes,
  clientTypes,
  grantTypes,
  nameClaims,
  oauthFeatures,
  tokenFormats,
} from '../options/oauth-client.ts';
import { defaultCaptcha, providerItem } from '../options/provider-items.ts';
import { checkSignupItems, defaultSignupItems, signupItem } from '../options/signup-items.ts';
import { checkBackchannelUri, checkRedirectUris } from '../values/redirect-uris.ts';

/** A program that users sign in to, with its pages and tokens. */
export const application = defineKind({
  kind: 'Application',
  about: 'A program that users sign in to, with its pages and tokens.',
  owner: 'admin',
  tenant: 'organization',
  shared: true,
  builtIn: ['app-built-in'],
  unique: [['clientId']],
  neverAgain: 'clientId',
  access: {
    list: 'organizationAdmin',
    get: 'anyone',
    add: 'organizationAdmin',
    update: 'organizationAdmin',
    delete: 'organizationAdmin',
  },
  publicFields: [
    'owner',
    'name',
    'createdTime',
    'displayName',
    'logo',
    'favicon',
    'homepageUrl',
    'description',
    'organization',
    'clientId',
    'isEnabled',
    'enablePassword',
    'enableSignUp',
    'enableSigninSession',
    'enableCodeSignin',
    'enableWebAuthn',
    'signinMethods',
    'signupUrl',
    'signinUrl',
    'forgetUrl',
    'affiliationUrl',
    'termsOfUse',
    'signupHtml',
    'signinHtml',
    'providers',
    'signupItems',
  ],
  check: (application) => [
    ...checkCredentials({ clientId: application.clientId, clientSecret: application.clientSecret }),
    ...checkGrantTypes(application.clientType, application.grantTypes),
    ...checkRedirectUris(application),
    ...checkBackchannelUri(application.backchannelLogoutUri),
    ...checkSignupItems(application.signupItems),
  ],
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    logo: text('Logo', { about: 'URL of the picture above the sign-in form.', max: 500, control: 'image' }),
    favicon: text('Favicon', { about: 'URL of the icon that browser tabs show.', max: 500, control: 'image' }),
    homepageUrl: text('Homepage', { about: 'URL of the application.', max: 500, control: 'url' }),
    description: text('Description', { about: 'Short description of the application.', max: 500 }),
    organization: text('Organization', {
      about: 'Organization whose users can sign in.',
      refers: { kind: 'organization', by: 'name', onDelete: 'refuse' },
    }),
    organizationObj: computed('Organization', z.record(z.string(), z.unknown()), {
      about: "The organization's data for the sign-in pages. Only single reads contain it.",
    }),
    signinMethods: computed('Sign-in methods', z.array(z.strictObject({ name: z.string() })), {
      about: 'The methods by which users may sign in, in the order of the sign-in page, on single reads.',
    }),
    clientId: text('Client ID', { about: 'ID of the application in protocols. It is generated if it is empty.' }),
    clientSecret: text('Client secret', {
      about:
        'Proves that a request comes from the application. Your own secret needs at least 16 characters and must not be a common password.',
      max: 200,
      secret: 'masked',
      proves: true,
      control: 'password',
    }),
    cert: text('Cert', {
      about: 'Cert that signs the tokens of the application.',
      refers: { kind: 'cert', by: 'name', onDelete: 'refuse' },
    }),
    redirectUris: list('Redirect URLs', z.string().min(1).max(500), {
      about: 'URLs to which users can be redirected after sign-in. They must match exactly.',
      readmits: 'any',
    }),
    allowHttpRedirects: flag('Allow http redirects', {
      about:
        'Redirect URLs can begin with http:// on any host, where others on the network can read the codes. If this is off, only on localhost.',
      dangers: [{ when: true, about: 'Others on the network can read the codes, and sign in as the users.' }],
    }),
    tokenFormat: choice('Token format', tokenFormats, {
      about: 'Data of the user in access tokens: the claims that the scopes grant, or only the name.',
      initial: 'JWT',
    }),
    nameClaims: choice('Name claims', nameClaims, {
      about:
        'As in OpenID Connect, `name` is the display name and `preferred_username` the user name, in userinfo and ID tokens. Casdoor swaps the two.',
      initial: 'standard',
    }),
    expireInHours: integer('Access token lifetime', {
      about: 'Time until access tokens expire. 0 means 168 hours.',
      max: 87_600,
      initial: 168,
      unit: 'hours',
    }),
    refreshExpireInHours: integer('Refresh token lifetime', {
      about: 'Time until refresh tokens expire. 0 means 720 hours.',
      max: 87_600,
      initial: 720,
      unit: 'hours',
    }),
    grantTypes: list('Grant types', z.enum(grantTypes), {
      about:
        'Grants with which the application can get tokens. If the list is empty, only the authorization code grant.',
      max: grantTypes.length,
      initial: ['authorization_code'],
      dangers: [
        { when: 'password', about: 'With the password grant, the application sees the passwords of its users.' },
        {
          when: 'token',
          about:
            'With the token grant, access tokens are in addresses, where logs and browser extensions can read them.',
        },
        {
          when: 'id_token',
          about:
            'With the ID token grant, ID tokens are in addresses, where logs and browser extensions can read them.',
        },
      ],
    }),
    clientType: choice('Client type', clientTypes, {
      about:
        'A public client, such as a web page or a mobile app, has no secret and must use PKCE. A workload proves its identity with its ServiceAccount token.',
      readmits: 'any',
      initial: 'confidential',
    }),
    workload: text('Workload', {
      about:
        'ServiceAccount whose pods can act as the application, as `namespace/name`. Only for clients of type workload.',
      max: 317,
      proves: true,
    }),
    oauthFeatures: list('OAuth features', z.enum(oauthFeatures), {
      about: 'Optional protocol features that the application can use. dpop binds its tokens to its keys.',
      max: oauthFeatures.length,
    }),
    requireConsent: flag('Ask for consent', {
      about: 'Users must agree before the application gets their data. Use this for applications of other companies.',
    }),
    apiAccess: choice('API access', apiAccesses, {
      about:
        "Rights of the application on /api, with its client secret and its users' tokens. A token never exceeds the rights of its user. `read-account`: read the user's own account. `account`: also change it. `read-users`: also read the organization's users. `administrator`: all rights of the organization's administrator.",
      // Casdoor 2022 has no such setting, so programs that add applications on /api rely on full access.
      initial: 'administrator',
      dangers: [
        {
          when: 'administrator',
          about: 'This choice grants broad rights. Use it only for programs that you trust and that need it.',
        },
      ],
    }),
    backchannelLogoutUri: text('Back-channel logout URL', {
      about: 'URL of the application that is called when a user signs out.',
      max: 500,
      control: 'url',
    }),
    isEnabled: flag('Enabled', {
      about: 'If this is off, nobody can sign in to the application, and its tokens and secrets are invalid.',
      readmits: true,
      initial: true,
      dangers: [
        {
          when: false,
          about: 'Nobody can sign in to the application any more, and its tokens and secrets stop working.',
          asks: true,
        },
      ],
    }),
    enablePassword: flag('Password sign-in', {
      about: 'Users can sign in with a password.',
      initial: true,
      dangers: [{ when: false, about: 'Users without another way to sign in are locked out.' }],
    }),
    enableSignUp: flag('Allow sign-up', {
      about: 'Anyone can sign up.',
      dangers: [{ when: true, about: 'Anyone who reaches the sign-up page becomes a user of the organization.' }],
    }),
    enableSigninSession: flag('Single sign-on session', {
      about: 'A sign-in to this application also signs the user in to the other applications.',
    }),
    enableCodeSignin: flag('Code sign-in', { about: 'Users can sign in with a code from an email or text message.' }),
    enableWebAuthn: flag('WebAuthn sign-in', { about: 'Users can sign in with a passkey or security key.' }),
    enableSamlCompress: flag('Compress SAML responses', { about: 'Compresses SAML responses with deflate.' }),
    signupUrl: text('Sign-up URL', {
      about: "URL of the application's own sign-up page, instead of the built-in page.",
      max: 200,
      control: 'url',
    }),
    signinUrl: text('Sign-in URL', {
      about: "URL of the application's own sign-in page, instead of the built-in page.",
      max: 200,
      control: 'url',
    }),
    forgetUrl: text('Password recovery URL', {
      about: "URL of the application's own page for password recovery, instead of the built-in page.",
      max: 200,
      control: 'url',
    }),
    affiliationUrl: text('Affiliation URL', {
      about: 'URLs of the choices for address and affiliation, as `addressUrl|affiliationUrl`.',
      max: 500,
    }),
    termsOfUse: text('Terms of use', {
      about: 'URL of the terms that the Agreement item shows.',
      max: 500,
      control: 'url',
    }),
    signupHtml: text('Sign-up HTML', {
      about: 'HTML above the form of the sign-up page.',
      max: 100_000,
      control: 'html',
    }),
    signinHtml: text('Sign-in HTML', {
      about: 'HTML above the form of the sign-in page.',
      max: 100_000,
      control: 'html',
    }),
    providers: list('Providers', providerItem, {
      about: 'Providers that the application uses.',
      distinctBy: 'name',
    }),
    signupItems: list('Sign-up items', signupItem, {
      about: 'Fields of the sign-up form, in this order.',
      initial: defaultSignupItems,
      distinctBy: 'name',
    }),
  },
  starts: {
    displayName: 'New Application - {random}',
    apiAccess: 'read-account',
    organization: 'built-in',
    enablePassword: true,
    enableSignUp: true,
    providers: [defaultCaptcha],
    signupItems: defaultSignupItems,
    cert: 'cert-built-in',
    redirectUris: ['http://localhost:9000/callback'],
    tokenFormat: 'JWT',
    expireInHours: 168,
  },
  list: {
    columns: [
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'logo', cell: 'image' },
      { field: 'organization', search: true, cell: 'link' },
      { field: 'apiAccess', filter: apiAccesses },
      { field: 'providers', cell: 'tags' },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
    shown: ['name', 'displayName', 'organization', 'apiAccess', 'createdTime'],
  },
  declared: applicationDeclared,
  form: [
    {
      tab: 'Settings',
      title: 'Application',
      fields: ['name', 'displayName', 'organization', 'isEnabled', 'description', 'homepageUrl'],
    },
    {
      tab: 'Settings',
      title: 'Client',
      fields: ['clientId', 'clientType', 'clientSecret', 'workload', 'redirectUris'],
    },
    { tab: 'Settings', title: 'Rights', fields: ['apiAccess', 'requireConsent'] },
    { tab: 'Sign-in', title: 'Methods', fields: ['enablePassword', 'enableCodeSignin', 'enableWebAuthn'] },
    { tab: 'Sign-in', title: 'Session', fields: ['enableSigninSession'] },
    { tab: 'Sign-in', title: 'Own sign-in pages', fields: ['signinUrl', 'forgetUrl'], rare: true },
    { tab: 'Sign-up', title: 'Sign-up', fields: ['enableSignUp', 'termsOfUse', 'signupItems'] },
    { tab: 'Sign-up', title: 'Own sign-up page', fields: ['signupUrl', 'affiliationUrl'], rare: true },
    { tab: 'Providers', title: 'Providers', fields: ['providers'] },
    { tab: 'Branding', title: 'Pictures', fields: ['logo', 'favicon'] },
    { tab: 'Branding', title: 'Pages', fields: ['signinHtml', 'signupHtml'] },
    { tab: 'Protocols', title: 'Requests', fields: ['grantTypes', 'oauthFeatures', 'backchannelLogoutUri'] },
    { tab: 'Protocols', title: 'Older clients', fields: ['allowHttpRedirects', 'enableSamlCompress'], rare: true },
    { tab: 'Tokens', title: 'Signature', fields: ['cert'] },
    { tab: 'Tokens', title: 'Content', fields: ['tokenFormat', 'nameClaims'] },
    { tab: 'Tokens', title: 'Lifetimes', fields: ['expireInHours', 'refreshExpireInHours'] },
    { tab: 'Connect', title: 'Connect', fields: [] },
  ],
});

export type Application = z.infer<typeof application.schema>;
