import { z } from 'zod';
import { webhookDeclared } from '../declared/webhook.ts';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, list, moment, references, text } from '../field.ts';
import { disabled } from '../list-definition.ts';
import { eventNames, firstEvents } from '../options/events.ts';
import type { Problem, ProblemCode } from '../problem.ts';

export const webhookMethods = ['POST', 'GET', 'PUT', 'DELETE'] as const;
export const contentTypes = ['application/json', 'application/x-www-form-urlencoded'] as const;
export const webhookFormats = ['Record', 'CloudEvents'] as const;

/** A secret of Standard Webhooks: 24 to 64 bytes in base64. */
export const webhookSecret =
  /^whsec_(?=[A-Za-z0-9+/]{32,86}={0,2}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const header = z.object({
  name: text('Name', { about: 'Name of the header.' }),
  value: text('Value', { about: 'Value of the header.', max: 2000, secret: 'masked', sentTo: ['url'] }),
});

/** A token of RFC 9110. Other characters could inject a second header. */
const headerName = /^[-!#$%&'*+.^_`|~\w]+$/;

const unless = (holds: boolean, path: string, code: ProblemCode): Problem[] => (holds ? [] : [{ path, code }]);

const checkHeaders = (headers: readonly z.infer<typeof header>[]): Problem[] =>
  headers.flatMap(({ name, value }, index) => [
    ...unless(headerName.test(name), `headers[${index}].name`, 'not-header-name'),
    ...unless(!reservedHeader.test(name), `headers[${index}].name`, 'reserved-header'),
    ...unless(!/[\r\n\0]/.test(value), `headers[${index}].value`, 'not-single-line'),
  ]);

/** A receiver could not read the call if the webhook set one of these, or one of the signature. */
const reservedHeader =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|webhook-.*)$/i;

function checkUrl(url: string): Problem[] {
  // A draft has none yet. The api refuses it at the save.
  if (url === '') return [];
  const { protocol = '', username, password } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol)) return [{ path: 'url', code: 'address-not-http' }];
  // Logs and lists show addresses. A header can hold a credential.
  return unless(!username && !password, 'url', 'address-with-password');
}

/** Notifies another system of events in an organization. */
export const webhook = defineKind({
  kind: 'Webhook',
  about: 'Notifies another system of events in an organization.',
  owner: 'admin',
  tenant: 'organization',
  access: everyVerb('organizationAdmin'),
  check: ({ url, headers, secret, organization, organizations }) => [
    ...checkUrl(url),
    ...checkHeaders(headers),
    ...unless(secret === '' || secret === '***' || webhookSecret.test(secret), 'secret', 'not-webhook-secret'),
    // Only global administrators may read the events of several organizations.
    ...unless(organizations.length === 0 || organization === 'built-in', 'organizations', 'only-for-platform'),
  ],
  fields: {
    organization: text('Organization', {
      about: 'Organization whose events are sent.',
      refers: { kind: 'organization', by: 'name', onDelete: 'refuse' },
    }),
    url: text('URL', { about: 'URL that is called.', max: 500, control: 'url' }),
    method: choice('Method', webhookMethods, { about: 'HTTP method of the call.', initial: 'POST' }),
    contentType: choice('Content type', contentTypes, {
      about: 'Content type of the call.',
      initial: 'application/json',
    }),
    headers: list('Headers', header, { about: 'Headers that are sent with the call.', max: 50, distinctBy: 'name' }),
    format: choice('Format', webhookFormats, {
      about: 'Form of the body: the record as in Casdoor, or a CloudEvent of version 1.0.',
      initial: 'Record',
    }),
    secret: text('Secret', {
      about:
        'Key of the signatures: whsec_ and 24 to 64 bytes in base64. If it is empty, the server makes one. The old key signs for a day beside a new one.',
      secret: 'masked',
      control: 'password',
    }),
    previousSecret: text('Previous secret', { about: 'The key before it.', secret: 'hidden', serverSet: true }),
    previousSecretUntil: moment('Previous secret until', {
      about: 'Until when the previous key signs too.',
      serverSet: true,
    }),
    events: list('Events', z.enum(eventNames), {
      about: 'Events that are sent.',
      max: eventNames.length,
      initial: [...firstEvents],
    }),
    organizations: references('Organizations', {
      about:
        'Other organizations whose events are sent too. Only a webhook of built-in has them. An asterisk is every organization.',
      max: 1_000,
      refers: { kind: 'organization', by: 'name', onDelete: 'detach', loose: true },
    }),
    objects: list('Objects', z.string().min(1).max(400), {
      about: 'Objects whose events are sent, such as user acme/alice or user acme/*. Empty for all.',
    }),
    isUserExtended: flag('Include user', {
      about: 'The call contains the whole user, without secrets.',
      dangers: [{ when: true, about: 'The receiver gets personal data, such as addresses and phone numbers.' }],
    }),
    isEnabled: flag('Enabled', { about: 'A disabled webhook is not called.', initial: true }),
    failingSince: moment('Failing since', {
      about:
        'First failure since the last success. After three days the server disables the webhook, unless a custom resource enables it.',
      serverSet: true,
    }),
    problem: text('Problem', { about: 'Why the last call failed.', max: 300, serverSet: true }),
    problemCode: text('Problem code', { about: 'Code of the problem.', max: 40, serverSet: true }),
    problemValue: text('Problem value', {
      about: 'The status of the answer, or the host that the problem names.',
      max: 300,
      serverSet: true,
    }),
  },
  starts: {
    organization: 'built-in',
    method: 'POST',
    contentType: 'application/json',
    events: [...firstEvents],
    isEnabled: true,
  },
  list: {
    columns: [
      { field: 'organization', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'url', search: true, cell: 'short' },
      { field: 'method', search: true },
      { field: 'contentType', filter: contentTypes },
      { field: 'events', search: true, cell: 'tags' },
      { field: 'isUserExtended', cell: 'switch' },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
      { field: 'failingSince', cell: 'time' },
      { field: 'problem' },
    ],
    shown: ['name', 'problem', 'url', 'events', 'organization'],
  },
  declared: webhookDeclared,
  form: [
    {
      tab: 'Settings',
      title: 'Webhook',
      fields: ['organization', 'name', 'url', 'method', 'contentType', 'headers', 'secret', 'isEnabled'],
    },
    { tab: 'Settings', title: 'Events', fields: ['events', 'format', 'isUserExtended'] },
    { tab: 'Settings', title: 'Filters', fields: ['objects', 'organizations'], rare: true },
    { tab: 'Deliveries', title: 'Deliveries', fields: [] },
  ],
});

export type Webhook = z.infer<typeof webhook.schema>;
