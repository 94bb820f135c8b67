import { z } from 'zod';
import { providerDeclared } from '../declared/provider.ts';
import { defineKind } from '../define.ts';
import { choice, computed, flag, integer, list, moment, text } from '../field.ts';
import { audienceFields, audiences } from '../options/audience.ts';
import { mailTemplate, mailTemplateProblems } from '../options/mail-templates.ts';
import { mappingItem } from '../options/mapping-items.ts';
import { nameIdFormats, requestBindings } from '../options/saml.ts';
import { providerCategories, providerMethods, providerSubTypes, providerTypes } from '../providers/index.ts';
import { providerProblems } from '../providers/problems.ts';
import { sentTo } from '../providers/secrets.ts';
import { providerStarts } from '../providers/starts.ts';
import { providerWords } from '../providers/words.ts';

/** An external service that applications use: for sign-in, messages, files or payments. */
export const provider = defineKind({
  kind: 'Provider',
  about: 'A service that applications use for sign-in, messages, files or payments.',
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
  check: (provider) => [...providerProblems(provider), ...mailTemplateProblems(provider.mailTemplates)],
  sentTo: { clientSecret: sentTo('clientSecret'), clientSecret2: sentTo('clientSecret2') },
  words: providerWords,
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    category: choice('Category', providerCategories, { about: 'Purpose of the service.', initial: 'OAuth' }),
    type: choice('Type', providerTypes, { about: 'The service, one of its category.', initial: 'GitHub' }),
    subType: choice('Subtype', providerSubTypes, {
      about: 'Variant of WeCom, Infoflow or Aliyun Captcha.',
      initial: '',
    }),
    method: choice('Method', providerMethods, {
      about: 'How WeCom signs users in: Normal with a QR code, Silent inside the WeCom browser.',
      initial: 'Normal',
    }),
    ...audienceFields,
    clientId: text('Client ID', { about: 'ID, user name or access key for the service.' }),
    clientSecret: text('Client secret', {
      about: 'Secret, password or private key for the service.',
      max: 2000,
      secret: 'masked',
      control: 'password',
    }),
    clientId2: text('Client ID 2', {
      about: 'ID for the WeChat browser, scene of a captcha, API key of Twilio, or mailbox.',
    }),
    clientSecret2: text('Client secret 2', {
      about: 'Secret for the WeChat browser, app key of a captcha, or refresh token of a mailbox.',
      max: 2000,
      secret: 'masked',
      control: 'password',
    }),
    cert: text('Cert', {
      about: 'Cert whose keys sign and verify messages of a payment service, or requests to a SAML identity provider.',
      refers: { kind: 'cert', by: 'name', onDelete: 'refuse' },
    }),
    enableSignUp: flag('Allow sign-up', { about: 'New users can sign up with the service.', initial: true }),
    customAuthUrl: text('Auth URL', {
      about: 'URL of the authorization endpoint of a custom service.',
      max: 200,
      control: 'url',
    }),
    customScope: text('Scope', {
      about: 'Scopes to request from a custom service or for a mailbox, separated by spaces.',
      max: 200,
    }),
    customTokenUrl: text('Token URL', {
      about: 'URL of the token endpoint of a custom service or mail server.',
      max: 200,
      control: 'url',
    }),
    customUserInfoUrl: text('UserInfo URL', {
      about: 'URL of the userinfo endpoint of a custom service.',
      max: 200,
      control: 'url',
    }),
    customLogo: text('Logo', { about: 'Picture on the button of a custom service.', max: 200, control: 'image' }),
    userMapping: list('User mapping', mappingItem, {
      about: 'Fields of users, each with the claim of the service that fills it. Other fields follow the standard.',
      max: 30,
      distinctBy: 'field',
      pairs: true,
    }),
    host: text('Host', { about: 'Host name of the mail server, or URL of a payment gateway.' }),
    port: integer('Port', {
      about: 'Port of the mail server. Port 465 uses TLS from the start.',
      max: 65_535,
      fromText: true,
    }),
    requireTls: flag('Require TLS', {
      about: 'Sends nothing without TLS. A password or token never goes to another machine without TLS in any case.',
    }),
    title: text('Email subject', { about: 'Subject of the mails.' }),
    content: text('Email content', {
      about: 'Text of the mails, as HTML. %s is replaced by the code.',
      max: 1000,
      control: 'textarea',
    }),
    mailTemplates: list('Mail templates', mailTemplate, {
      about: 'Letters in the language of their readers. They come before the subject and content of the provider.',
      max: 30,
    }),
    regionId: text('Region ID', { about: 'Region of the bucket.' }),
    signName: text('Signature', { about: 'Signature at the start of text messages.' }),
    templateCode: text('Template code', { about: 'ID of the text message template at the service.' }),
    appId: text('App ID', { about: 'App ID, agent ID, account or channel number at the service.' }),
    endpoint: text('Endpoint', {
      about: 'URL of the storage, or the sign-on URL of a SAML identity provider.',
      max: 1000,
      control: 'address',
    }),
    intranetEndpoint: text('Endpoint (Intranet)', {
      about: "URL of the storage within its cloud's own network.",
      control: 'address',
    }),
    domain: text('Domain', {
      about: 'URL prefix of files, or base URL of an identity service.',
      control: 'address',
    }),
    bucket: text('Bucket', { about: 'Bucket or container that holds the files.' }),
    metadata: text('Metadata', {
      about:
        'XML metadata of a SAML identity provider. They fill the empty fields, and those that still have the values of older metadata.',
      max: 200_000,
      control: 'code',
    }),
    metadataUrl: text('Metadata address', {
      about:
        'Address where the identity provider publishes its metadata. The server reads them again regularly, and changes the fields that follow them.',
      max: 1000,
      control: 'url',
    }),
    metadataCert: text('Metadata certificate', {
      about: 'Certificates that must have signed the metadata. If it is empty, the metadata need no signature.',
      max: 20_000,
      control: 'pem',
    }),
    metadataState: computed(
      'State of the metadata',
      z.object({
        readTime: z.string().describe('When they were last read.'),
        tryTime: z.string().describe('When the server last tried to read them.'),
        nextTime: z.string().describe('When it reads them again.'),
        validUntil: z.string().describe('When they expire, if they say so.'),
        problem: z.string().describe('Why the last try failed.'),
        differing: z.array(z.string()).describe('Fields with other values than the metadata.'),
      }),
      { about: 'The last reading of the metadata of a SAML identity provider.' },
    ),
    idP: text('IdP certificate', {
      about: 'Certificates of a SAML identity provider, in base64 or as PEM. Responses are checked with these only.',
      max: 20_000,
      control: 'pem',
    }),
    issuerUrl: text('Issuer URL', { about: 'Entity ID of a SAML identity provider.', max: 500 }),
    requestBinding: choice('Request binding', requestBindings, {
      about: 'How the browser carries a request to the identity provider: in the address, or as a form.',
      initial: 'Redirect',
    }),
    nameIdFormat: choice('Name ID format', nameIdFormats, {
      about: 'Format of the user ID to ask for. If it is empty, the identity provider chooses.',
      initial: '',
    }),
    allowUnsolicited: flag('Allow sign-in from the identity provider', {
      about:
        'The identity provider can sign users in without a request, for example from its own list of applications.',
      dangers: [
        {
          when: true,
          about:
            'Without a request, another website can lead a browser into a foreign account. Users confirm each such sign-in.',
        },
      ],
    }),
    allowSha1: flag('Allow SHA-1', {
      about: 'Accepts signatures with SHA-1.',
      dangers: [{ when: true, about: 'SHA-1 is broken. Somebody with enough computers can forge a signature.' }],
    }),
    enableSignAuthnRequest: flag('Sign requests', { about: 'Signs the requests to a SAML identity provider.' }),
    providerUrl: text('Provider URL', {
      about: 'URL of the page where you manage this registration at the service.',
      max: 200,
      control: 'url',
    }),
    failingSince: moment('Failing since', {
      about: 'First mail or text message that the service did not take, since it last took one.',
      serverSet: true,
    }),
    problem: text('Problem', { about: 'Why the last message failed.', max: 300, serverSet: true }),
  },
  starts: {
    displayName: 'New Provider - {random}',
    ...providerStarts,
    method: 'Normal',
    enableSignUp: true,
    port: 0,
  },
  list: {
    shown: ['name', 'displayName', 'category', 'type', 'audience'],
    columns: [
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'category', filter: providerCategories },
      { field: 'type', filter: providerTypes },
      { field: 'audience', filter: audiences, cell: 'audience' },
      { field: 'clientId', search: true, cell: 'short' },
      { field: 'providerUrl', search: true, cell: 'short' },
      { field: 'failingSince', cell: 'time' },
      { field: 'problem' },
    ],
  },
  declared: providerDeclared,
  form: [
    {
      title: 'Provider',
      fields: ['name', 'displayName', 'category', 'type', 'subType', 'method', 'providerUrl', 'customLogo'],
    },
    { title: 'Audience', fields: ['audience', 'organizations'] },
    {
      title: 'Credentials',
      fields: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2', 'cert', 'appId', 'enableSignUp'],
    },
    { title: 'OAuth 2', fields: ['customAuthUrl', 'customScope', 'customTokenUrl', 'customUserInfoUrl'] },
    { title: 'Profile of new users', fields: ['userMapping'], rare: true },
    { title: 'Messages', fields: ['host', 'port', 'title', 'content', 'signName', 'templateCode'] },
    { title: 'Mail details', fields: ['requireTls', 'mailTemplates'], rare: true },
    { title: 'Address of the service', fields: ['endpoint', 'issuerUrl', 'bucket', 'domain', 'regionId'] },
    { title: 'SAML', fields: ['metadataUrl', 'idP', 'enableSignAuthnRequest'] },
    {
      title: 'SAML details',
      fields: ['requestBinding', 'nameIdFormat', 'metadataCert', 'allowUnsolicited', 'allowSha1'],
      rare: true,
    },
  ],
  // No type uses the first. The second is pasted below the form.
  formless: ['intranetEndpoint', 'metadata'],
});

export type Provider = z.infer<typeof provider.schema>;
