import { z } from 'zod';
import { defineKind, disabled, everyVerb } from '../define.ts';
import { choice, flag, list, text } from '../field.ts';
import type { Problem, ProblemCode } from '../problem.ts';

export const webhookMethods = ['POST', 'GET', 'PUT', 'DELETE'] as const;
export const contentTypes = ['application/json', 'application/x-www-form-urlencoded'] as const;
export const webhookEvents = ['signup', 'login', 'logout', 'update-user'] as const;

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
    ...unless(!/[\r\n\0]/.test(value), `headers[${index}].value`, 'not-single-line'),
  ]);

const checkUrl = (url: string): Problem[] =>
  unless(url === '' || /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'url', 'address-not-http');

/** Notifies another system of events in an organization. */
export const webhook = defineKind({
  kind: 'Webhook',
  about: 'Notifies another system of events in an organization.',
  owner: 'admin',
  tenant: 'organization',
  access: everyVerb('organizationAdmin'),
  check: ({ url, headers }) => [...checkUrl(url), ...checkHeaders(headers)],
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
    headers: list('Headers', header, { about: 'Headers that are sent with the call.', max: 50 }),
    events: list('Events', z.enum(webhookEvents), {
      about: 'Events that are sent.',
      max: webhookEvents.length,
      initial: [...webhookEvents],
    }),
    isUserExtended: flag('Include user', {
      about: 'The call contains the whole user, without secrets.',
      dangers: [{ when: true, about: 'The receiver gets personal data, such as addresses and phone numbers.' }],
    }),
    isEnabled: flag('Enabled', { about: 'A disabled webhook is not called.', initial: true }),
  },
  starts: {
    organization: 'built-in',
    method: 'POST',
    contentType: 'application/json',
    events: [...webhookEvents],
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
    ],
    shown: ['name', 'url', 'events', 'organization', 'createdTime'],
  },
  form: [
    { title: 'Webhook', fields: ['organization', 'name', 'url', 'method', 'contentType', 'headers'] },
    { title: 'Events', fields: ['events', 'isUserExtended', 'isEnabled'] },
  ],
});

export type Webhook = z.infer<typeof webhook.schema>;
