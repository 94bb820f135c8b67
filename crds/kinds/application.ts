import { z } from 'zod';
import { checkBrand } from '../brand/check-brand.ts';
import { brandFields } from '../brand/fields.ts';
import { brandFieldNames } from '../brand/names.ts';
import { brandSections, ownCssSection } from '../brand/sections.ts';
import { applicationDeclared } from '../declared/application.ts';
import { defineKind } from '../define.ts';
import { choice, computed, flag, list, text } from '../field.ts';
import { disabled } from '../list-definition.ts';
import { apiAccesses } from '../options/api-access.ts';
import { casFields } from '../options/cas-fields.ts';
import { clientFields } from '../options/client-fields.ts';
import { checkCredentials, checkGrantTypes, checkKeys, checkRotation } from '../options/oauth-client.ts';
import { defaultCaptcha, providerItem } from '../options/provider-items.ts';
import { checkSaml, samlAttribute, samlIssuers, samlServiceProvider } from '../options/saml-service-provider.ts';
import { applicationFactorRules } from '../options/second-factor.ts';
import { checkSignupItems, defaultSignupItems, signupItem } from '../options/signup-items.ts';
import { checkCasServices } from '../values/cas-services.ts';
import { checkPageHtml } from '../values/page-html.ts';
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
    ...brandFieldNames,
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
    'enableLinkSignin',
    'enableWebAuthn',
    'identifierFirst',
    'signinMethods',
    'signupCodes',
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
    ...checkKeys(application),
    ...checkRotation(application),
    ...checkRedirectUris(application),
    ...checkBackchannelUri(application.backchannelLogoutUri),
    ...checkCasServices(application),
    ...checkSignupItems(application.signupItems),
    ...checkSaml(application),
    ...checkPageHtml(application),
    ...checkBrand(application),
  ],
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    ...brandFields,
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
    signupCodes: computed('Sign-up codes', z.array(z.string()), {
      about:
        'Sign-up items that need a code which a provider can send. The form leaves the others out. Only single reads contain it.',
    }),
    ...clientFields,
    ...casFields,
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
      about:
        'A sign-in to this application also signs the user in to the other applications. If it is off, users who are signed in continue here with one press.',
    }),
    enableCodeSignin: flag('Code sign-in', { about: 'Users can sign in with a code from an email or text message.' }),
    enableLinkSignin: flag('Email link sign-in', {
      about: 'Users can sign in with a link from an email, in the browser that requested it.',
    }),
    enableWebAuthn: flag('Passkey sign-in', { about: 'Users can sign in with a passkey or security key.' }),
    identifierFirst: flag('Username first', {
      about:
        'The sign-in page first asks for the user alone, and then for the password or the code. Browsers offer passkeys with the user.',
    }),
    secondFactor: choice('Second factor', applicationFactorRules, {
      about:
        "Users who need a second factor at this application. It can only be stricter than the organization's rule.",
      initial: 'organization',
    }),
    samlServiceProviders: list('SAML service providers', samlServiceProvider, {
      about: 'Service providers of SAML that sign their users in at this application. All others are refused.',
      readmits: 'any',
      distinctBy: 'entityId',
    }),
    samlAttributes: list('SAML attributes', samlAttribute, {
      about: 'Attributes in SAML assertions. If the list is empty, they are Email, DisplayName and Name.',
      distinctBy: 'name',
    }),
    samlIssuer: choice('SAML issuer', samlIssuers, {
      about:
        'Entity ID of this identity provider. `application`: the address of its metadata, which no other application has. `installation`: the origin, as in Casdoor 2022. Only global administrators choose it.',
      initial: 'application',
    }),
    enableSamlCompress: flag('Compress SAML responses', {
      about:
        'Compresses SAML responses with deflate, and sends them in the address, as older service providers expect.',
    }),
    signupUrl: text('Sign-up URL', {
      about: "URL of the application's own sign-up page, instead of the built-in page.",
      max: 200,
      readmits: 'any',
      control: 'url',
    }),
    signinUrl: text('Sign-in URL', {
      about: "URL of the application's own sign-in page, instead of the built-in page.",
      max: 200,
      readmits: 'any',
      control: 'url',
    }),
    forgetUrl: text('Password recovery URL', {
      about: "URL of the application's own page for password recovery, instead of the built-in page.",
      max: 200,
      readmits: 'any',
      control: 'url',
    }),
    affiliationUrl: text('Affiliation URL', {
      about: 'URLs of the choices for address and affiliation, as `addressUrl|affiliationUrl`.',
      max: 500,
      readmits: 'any',
    }),
    termsOfUse: text('Terms of use', {
      about: 'URL of the terms that the Agreement item shows.',
      max: 500,
      control: 'url',
    }),
    signupHtml: text('Sign-up HTML', {
      about: 'HTML above the form of the sign-up page.',
      max: 100_000,
      readmits: 'any',
      control: 'html',
    }),
    signinHtml: text('Sign-in HTML', {
      about: 'HTML above the form of the sign-in page.',
      max: 100_000,
      readmits: 'any',
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
    identifierFirst: true,
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
      fields: ['clientId', 'clientType', 'clientSecret', 'workload', 'jwks', 'jwksUri', 'redirectUris'],
    },
    { tab: 'Settings', title: 'Rights', fields: ['apiAccess', 'requireConsent'] },
    { tab: 'Connect', title: 'Connect', fields: [] },
    {
      tab: 'Sign-in',
      title: 'Methods',
      fields: ['enablePassword', 'enableCodeSignin', 'enableLinkSignin', 'enableWebAuthn', 'identifierFirst'],
    },
    { tab: 'Sign-in', title: 'Session', fields: ['enableSigninSession', 'secondFactor'] },
    { tab: 'Sign-in', title: 'Own sign-in pages', fields: ['signinUrl', 'forgetUrl'], rare: true },
    { tab: 'Sign-up', title: 'Sign-up', fields: ['enableSignUp', 'termsOfUse', 'signupItems'] },
    { tab: 'Sign-up', title: 'Own sign-up page', fields: ['signupUrl', 'affiliationUrl'], rare: true },
    { tab: 'Providers', title: 'Providers', fields: ['providers'] },
    ...brandSections,
    { tab: 'Branding', title: 'Pages', fields: ['signinHtml', 'signupHtml'] },
    ownCssSection,
    {
      tab: 'Protocols',
      title: 'Requests',
      fields: ['grantTypes', 'oauthFeatures', 'requirePushedRequests', 'requirePkce', 'backchannelLogoutUri'],
    },
    { tab: 'Protocols', title: 'SAML', fields: ['samlServiceProviders', 'samlAttributes', 'samlIssuer'] },
    { tab: 'Protocols', title: 'CAS', fields: ['casServices', 'casTicketSeconds', 'casProxies'] },
    { tab: 'Protocols', title: 'Older clients', fields: ['allowHttpRedirects', 'enableSamlCompress'], rare: true },
    { tab: 'Tokens', title: 'Signature', fields: ['cert'] },
    { tab: 'Tokens', title: 'Content', fields: ['tokenFormat', 'nameClaims'] },
    { tab: 'Tokens', title: 'Lifetimes', fields: ['expireInHours', 'refreshExpireInHours', 'rotateRefreshTokens'] },
  ],
});

export type Application = z.infer<typeof application.schema>;
