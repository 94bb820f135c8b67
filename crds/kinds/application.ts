import { z } from 'zod';
import { applicationDeclared } from '../declared/application.ts';
import { defineKind } from '../define.ts';
import { choice, computed, flag, integer, list, text } from '../field.ts';
import { apiAccesses } from '../options/api-access.ts';
import { defaultCaptcha, providerItem } from '../options/provider-items.ts';
import { checkSignupItems, defaultSignupItems, signupItem } from '../options/signup-items.ts';
import type { Problem } from '../problem.ts';
import { checkBackchannelUri, checkRedirectUris } from '../values/redirect-uris.ts';

export const tokenFormats = ['JWT', 'JWT-Empty'] as const;
export const nameClaims = ['standard', 'casdoor'] as const;
export const grantTypes = [
  'authorization_code',
  'password',
  'client_credentials',
  'token',
  'id_token',
  'refresh_token',
] as const;
export const clientTypes = ['confidential', 'public', 'workload'] as const;
export const oauthFeatures = ['device_authorization', 'pushed_authorization_requests', 'form_post', 'dpop'] as const;

/** With this grant, an application acts for itself and proves that by its secret or its ServiceAccount. A public client has neither. */
const checkGrantTypes = (clientType: string, grants: readonly string[]): Problem[] =>
  clientType === 'public' && grants.includes('client_credentials')
    ? [{ path: 'grantTypes', code: 'not-for-public-client', params: { value: 'client_credentials' } }]
    : [];

/** Client id and secret are sent in headers and forms, so the standard allows only these characters (RFC 6749, A.1). */
const checkCredentials = (credentials: Readonly<Record<string, string>>): Problem[] =>
  Object.entries(credentials).flatMap(([path, value]) =>
    /[^\x20-\x7e]/.test(value) ? [{ path, code: 'not-plain' }] : [],
  );

/** A program that users sign in to, with its pages and tokens. */
export const application = defineKind({
  kind: 'Application',
  about: 'Something that users sign in to, with the pages and tokens it gets.',
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
    logo: text('Logo', { about: 'Address of the picture above the sign-in form.', max: 500, control: 'image' }),
    favicon: text('Favicon', { about: 'Address of the icon that browser tabs show.', max: 500, control: 'image' }),
    homepageUrl: text('Home', { about: 'Address of the application.', max: 500, control: 'url' }),
    description: text('Description', { about: 'A few words about the application.', max: 500 }),
    organization: text('Organization', {
      about: 'Organization whose users sign in.',
      refers: { kind: 'organization', by: 'name', onDelete: 'refuse' },
    }),
    organizationObj: computed('Organization', z.record(z.string(), z.unknown()), {
      about: 'The organization as far as the sign-in pages need it, on single reads.',
    }),
    signinMethods: computed('Sign-in methods', z.array(z.strictObject({ name: z.string() })), {
      about: 'The methods by which users may sign in, in the order of the sign-in page, on single reads.',
    }),
    clientId: text('Client ID', { about: 'Id of the application in protocols. Made when it is left empty.' }),
    clientSecret: text('Client secret', {
      about:
        'Proves that a request comes from the application. One of your own has at least 16 characters and is no common password.',
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
      about: 'Addresses, compared exactly, to which users may be sent after signing in.',
    }),
    allowHttpRedirects: flag('Allow http redirects', {
      about:
        'Redirect URLs may begin with http:// on other machines too, where everybody on the way reads the codes. Without it, only on localhost.',
    }),
    tokenFormat: choice('Token format', tokenFormats, {
      about: 'What access tokens hold of the user: the facts that their scopes grant, or the name alone.',
      initial: 'JWT',
    }),
    nameClaims: choice('Name claims', nameClaims, {
      about:
        'As in OpenID Connect, userinfo and ID tokens hold the display name in `name` and the login name in `preferred_username`. Casdoor reverses the two.',
      initial: 'standard',
    }),
    expireInHours: integer('Token expire', {
      about: 'How long access tokens are good; 0 means 168 hours.',
      max: 87_600,
      initial: 168,
      unit: 'hours',
    }),
    refreshExpireInHours: integer('Refresh token expire', {
      about: 'How long refresh tokens are good; 0 means 720 hours.',
      max: 87_600,
      initial: 720,
      unit: 'hours',
    }),
    grantTypes: list('Grant types', z.enum(grantTypes), {
      about: 'Ways to get tokens that the application may use. Without any it is the authorization code alone.',
      max: grantTypes.length,
      initial: ['authorization_code'],
    }),
    clientType: choice('Client type', clientTypes, {
      about:
        'A public client, such as a page or an app on a phone, has no secret and must use PKCE. A workload proves who it is by the token of its ServiceAccount.',
      readmits: 'any',
      initial: 'confidential',
    }),
    workload: text('Workload', {
      about: 'ServiceAccount whose pods may act as the application, as `namespace/name`, for clients of type workload.',
      max: 317,
      proves: true,
    }),
    oauthFeatures: list('OAuth features', z.enum(oauthFeatures), {
      about: 'Further ways of the protocol that the application may use. With dpop its tokens are bound to its keys.',
      max: oauthFeatures.length,
    }),
    requireConsent: flag('Ask for consent', {
      about: 'Users are asked before the application learns who they are, as is due when somebody else runs it.',
    }),
    apiAccess: choice('API access', apiAccesses, {
      about:
        "What the application may do on /api, by its client secret and by its users' tokens, which never exceed their user's rights. `read-account`: read the user's own account. `account`: change it too. `read-users`: read the organization's users too. `administrator`: all that the organization's administrator may.",
      // Casdoor 2022 has no such setting, so programs that add applications on /api rely on full access.
      initial: 'administrator',
      caution: ['administrator'],
    }),
    backchannelLogoutUri: text('Back-channel logout URL', {
      about: 'Address of the application that is told when a user signs out.',
      max: 500,
      control: 'url',
    }),
    isEnabled: flag('Is enabled', {
      about: 'Switched off, nobody signs in to the application, and its tokens and secrets are good for nothing.',
      readmits: true,
      initial: true,
    }),
    enablePassword: flag('Password ON', { about: 'Users may sign in with a password.', initial: true }),
    enableSignUp: flag('Enable signup', { about: 'Strangers may sign up.' }),
    enableSigninSession: flag('Signin session', {
      about: 'Signing in to the application signs in to the other ones too.',
    }),
    enableCodeSignin: flag('Enable code signin', { about: 'Users may sign in with a code sent by email or phone.' }),
    enableWebAuthn: flag('Enable WebAuthn signin', { about: 'Users may sign in with a passkey or security key.' }),
    enableSamlCompress: flag('Enable SAML compress', { about: 'SAML responses are deflated before they are sent.' }),
    signupUrl: text('Signup URL', {
      about: "Address of the application's own sign-up page, instead of ours.",
      max: 200,
      control: 'url',
    }),
    signinUrl: text('Signin URL', {
      about: "Address of the application's own sign-in page, instead of ours.",
      max: 200,
      control: 'url',
    }),
    forgetUrl: text('Forget URL', {
      about: 'Address where users recover their password, instead of our page.',
      max: 200,
      control: 'url',
    }),
    affiliationUrl: text('Affiliation URL', {
      about: 'Source of the choices of affiliations, as `addressUrl|affiliationUrl`.',
      max: 500,
    }),
    termsOfUse: text('Terms of use', {
      about: 'Address of the text that the Agreement item shows.',
      max: 500,
      control: 'url',
    }),
    signupHtml: text('Signup HTML', {
      about: 'Stands above the form of the sign-up page.',
      max: 100_000,
      control: 'html',
    }),
    signinHtml: text('Signin HTML', {
      about: 'Stands above the form of the sign-in page.',
      max: 100_000,
      control: 'html',
    }),
    providers: list('Providers', providerItem, {
      about: 'Outside services that the application uses.',
      distinctBy: 'name',
    }),
    signupItems: list('Signup items', signupItem, {
      about: 'What is asked at sign-up, in this order.',
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
    ],
  },
  declared: applicationDeclared,
  form: [
    {
      title: 'Application',
      fields: ['name', 'displayName', 'logo', 'favicon', 'homepageUrl', 'description', 'organization', 'isEnabled'],
    },
    {
      title: 'Client',
      fields: [
        'clientId',
        'clientSecret',
        'clientType',
        'workload',
        'cert',
        'redirectUris',
        'allowHttpRedirects',
        'backchannelLogoutUri',
        'grantTypes',
        'oauthFeatures',
        'requireConsent',
        'apiAccess',
      ],
    },
    { title: 'Tokens', fields: ['tokenFormat', 'nameClaims', 'expireInHours', 'refreshExpireInHours'] },
    {
      title: 'Signing in',
      fields: [
        'enablePassword',
        'enableSignUp',
        'enableSigninSession',
        'enableCodeSignin',
        'enableWebAuthn',
        'enableSamlCompress',
      ],
    },
    {
      title: 'Pages',
      fields: ['signupUrl', 'signinUrl', 'forgetUrl', 'affiliationUrl', 'termsOfUse', 'signupHtml', 'signinHtml'],
    },
    { title: 'Providers', fields: ['providers'] },
    { title: 'Signup items', fields: ['signupItems'] },
  ],
});

export type Application = z.infer<typeof application.schema>;
