import type { z } from 'zod';
import { providerDeclared } from '../declared/provider.ts';
import { defineKind } from '../define.ts';
import { choice, flag, integer, text } from '../field.ts';
import { audienceFields, audiences } from '../options/audience.ts';
import {
  allProviderTypes,
  checkProviderType,
  providerCategories,
  providerMethods,
  subTypes,
} from '../options/provider-types.ts';

/** Fields with an address that a provider's secrets, or digests of them, are sent to. */
const secretAddresses = ['host', 'port', 'customTokenUrl', 'endpoint', 'providerUrl'] as const;

/** An external service that applications use: for sign-in, messages, files or payments. */
export const provider = defineKind({
  kind: 'Provider',
  about: 'An outside service that applications use: to sign in, send messages, keep files or take payments.',
  owner: 'admin',
  tenant: 'platform',
  shared: true,
  audience: true,
  access: {
    list: 'administrator',
    get: 'administrator',
    add: 'globalAdmin',
    update: 'globalAdmin',
    delete: 'globalAdmin',
  },
  check: checkProviderType,
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    category: choice('Category', providerCategories, { about: 'What the service is for.', initial: 'OAuth' }),
    type: choice('Type', allProviderTypes, { about: 'Which service it is; one of its category.', initial: 'GitHub' }),
    subType: choice('Sub type', subTypes, { about: 'Variant of WeCom, Infoflow or Aliyun Captcha.', initial: '' }),
    method: choice('Method', providerMethods, {
      about: 'How WeCom signs in: Normal by QR code, Silent inside its own browser.',
      initial: 'Normal',
    }),
    ...audienceFields,
    clientId: text('Client ID', { about: 'Our id, user name or access key at the service.' }),
    clientSecret: text('Client secret', {
      about: 'Our secret, password or private key at the service.',
      max: 2000,
      secret: 'masked',
      sentTo: secretAddresses,
      control: 'password',
    }),
    clientId2: text('Client ID 2', { about: "Id for WeChat's own browser, or the scene of a captcha." }),
    clientSecret2: text('Client secret 2', {
      about: "Secret for WeChat's own browser, or the app key of a captcha.",
      max: 2000,
      secret: 'masked',
      sentTo: secretAddresses,
      control: 'password',
    }),
    cert: text('Cert', {
      about: 'Cert whose keys sign and verify what a payment service exchanges with us.',
      refers: { kind: 'cert', by: 'name', onDelete: 'refuse' },
    }),
    enableSignUp: flag('Enable signup', { about: 'New users may come through the service.', initial: true }),
    customAuthUrl: text('Auth URL', {
      about: 'Address of the authorization endpoint of a custom service.',
      max: 200,
      control: 'url',
    }),
    customScope: text('Scope', { about: 'Scopes asked of a custom service, separated by spaces.', max: 200 }),
    customTokenUrl: text('Token URL', {
      about: 'Address of the token endpoint of a custom service.',
      max: 200,
      control: 'url',
    }),
    customUserInfoUrl: text('UserInfo URL', {
      about: 'Address where a custom service tells who signed in.',
      max: 200,
      control: 'url',
    }),
    customLogo: text('Favicon', { about: 'Picture on the button of a custom service.', max: 200, control: 'image' }),
    host: text('Host', { about: 'Name of the mail server, or address of a payment gateway.' }),
    port: integer('Port', { about: 'Port of the mail server; 465 speaks TLS from the start.', max: 65_535 }),
    title: text('Email title', { about: 'Subject of the mails.' }),
    content: text('Email content', {
      about: 'Text of the mails, as HTML. A %s stands for the code.',
      max: 1000,
      control: 'textarea',
    }),
    regionId: text('Region ID', { about: 'Region of the bucket.' }),
    signName: text('Sign name', { about: 'Signature before the text messages.' }),
    templateCode: text('Template code', { about: 'Template of the text messages, as the service numbers it.' }),
    appId: text('App ID', { about: 'App id, agent id, account or channel number at the service.' }),
    endpoint: text('Endpoint', {
      about: 'Address of the store, or the sign-on address of a SAML identity provider.',
      max: 1000,
      control: 'url',
    }),
    intranetEndpoint: text('Endpoint (Intranet)', {
      about: "Address of the store within its cloud's own network.",
      control: 'url',
    }),
    domain: text('Domain', {
      about: 'Address before the paths of files, or base address of an identity service.',
      control: 'url',
    }),
    bucket: text('Bucket', { about: 'Bucket or container that holds the files.' }),
    metadata: text('Metadata', {
      about: 'XML metadata of a SAML identity provider.',
      max: 100_000,
      control: 'textarea',
    }),
    idP: text('IdP', {
      about: 'Certificate of a SAML identity provider, in base64.',
      max: 20_000,
      control: 'textarea',
    }),
    issuerUrl: text('Issuer URL', { about: 'Entity id of a SAML identity provider.' }),
    enableSignAuthnRequest: flag('Sign request', { about: 'Signs what we ask a SAML identity provider.' }),
    providerUrl: text('Provider URL', {
      about: 'Page of the service where this registration is administered.',
      max: 200,
      control: 'url',
    }),
  },
  starts: {
    displayName: 'New Provider - {random}',
    category: 'OAuth',
    type: 'Google',
    method: 'Normal',
    enableSignUp: true,
    port: 0,
    providerUrl: 'https://github.com/organizations/xxx/settings/applications/1234567',
  },
  list: {
    columns: [
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'category', filter: providerCategories },
      { field: 'type', filter: allProviderTypes },
      { field: 'audience', filter: audiences, cell: 'audience' },
      { field: 'clientId', search: true, cell: 'short' },
      { field: 'providerUrl', search: true, cell: 'short' },
    ],
  },
  declared: providerDeclared,
  form: [
    { title: 'Provider', fields: ['name', 'displayName', 'category', 'type', 'subType', 'method', 'providerUrl'] },
    { title: 'Audience', fields: ['audience', 'organizations'] },
    {
      title: 'Credentials',
      fields: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2', 'cert', 'appId', 'enableSignUp'],
    },
    {
      title: 'Custom service',
      fields: ['customAuthUrl', 'customScope', 'customTokenUrl', 'customUserInfoUrl', 'customLogo'],
    },
    { title: 'Messages', fields: ['host', 'port', 'title', 'content', 'signName', 'templateCode'] },
    { title: 'Storage', fields: ['endpoint', 'intranetEndpoint', 'bucket', 'domain', 'regionId'] },
    { title: 'SAML', fields: ['enableSignAuthnRequest', 'metadata', 'idP', 'issuerUrl'] },
  ],
});

export type Provider = z.infer<typeof provider.schema>;
