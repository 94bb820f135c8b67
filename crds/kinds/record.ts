import { z } from 'zod';
import { creationTime, defineKind } from '../define.ts';
import { choice, count, flag, list, text } from '../field.ts';

/** The protocols of sign-ins in records; empty for the product's own pages and its API. */
export const protocols = ['', 'oidc', 'saml', 'cas'] as const;
export type Protocol = (typeof protocols)[number];

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'] as const;

/** An entry of the audit log. It cannot be changed. */
export const record = defineKind({
  kind: 'Record',
  about: 'An entry of the audit log. It cannot be changed.',
  owner: 'organization',
  ownerOnDelete: 'keep',
  tenant: 'owner',
  partitioned: true,
  lookups: [
    ['user', 'createdTime'],
    ['object', 'createdTime'],
    ['action', 'createdTime'],
    ['outcome', 'createdTime'],
    ['application', 'createdTime'],
    ['method', 'createdTime'],
    ['protocol', 'createdTime'],
    ['requestId'],
    ['sessionId', 'createdTime'],
  ],
  access: { list: 'organizationAdmin', get: 'organizationAdmin' },
  fields: {
    id: count('ID', { about: 'Unique ID of the record.' }),
    name: text('Name', { about: 'Name of the record.' }),
    createdTime: creationTime('Timestamp'),
    organization: text('Organization', {
      about: 'Organization of the user.',
      refers: { kind: 'organization', by: 'name', onDelete: 'keep', loose: true },
    }),
    user: text('User', {
      about: 'Name of the user who sent the request. For an application, app/name.',
      max: 201,
      refers: { kind: 'user', by: 'name', ownerField: 'organization', onDelete: 'keep', loose: true, keepsName: true },
    }),
    clientIp: text('Client IP', { about: 'IP address of the request.' }),
    method: text('Method', { about: 'HTTP method.' }),
    requestUri: text('Request URI', { about: 'Path and query, without secrets.', max: 1000 }),
    action: text('Action', { about: 'The requested action: the path without its prefix.', max: 1000 }),
    object: text('Object', { about: 'The object of the request, as kind and owner/name.', max: 400 }),
    event: text('Event', {
      about: 'The event that webhooks and the stream of events get. Empty if it is none.',
      max: 40,
    }),
    outcome: choice('Outcome', ['ok', 'refused'], { about: 'Result of the request.', initial: 'ok' }),
    reason: text('Reason', {
      about: 'Error code of a refused request.',
      max: 300,
    }),
    isTriggered: flag('Webhooks called', { about: 'Webhooks were called for this record.' }),
    requestId: text('Request ID', { about: 'ID of the request. The answer of the request has it too, in a header.' }),
    sessionId: text('Session', {
      about: 'Digest of the session, as the list of sessions shows it. It cannot be used as a cookie.',
    }),
    protocol: choice('Protocol', protocols, {
      about: "Protocol of a sign-in. Empty for the product's own pages and API.",
      initial: '',
    }),
    application: text('Application', {
      about: 'Application that the user signed in to, or whose credentials were used, as owner/name.',
      max: 201,
    }),
    resource: text('Resource', {
      about: "Custom resource that the operator acted for, such as 'applications.doorwright.dev shop/checkout'.",
      max: 400,
    }),
    device: text('Device', { about: 'Browser and system of the request, or the name of the program.' }),
    country: text('Country', {
      about: 'Country of the address as an ISO 3166-1 alpha-2 code, if a country database is set.',
      max: 2,
    }),
    changes: list(
      'Changes',
      z.object({ field: z.string().max(100), before: z.string().max(400), after: z.string().max(400) }),
      { about: "Changed fields with their values before and after, long ones cut. A secret is '***'." },
    ),
  },
  list: {
    pageSize: 20,
    orders: ['createdTime', 'id'],
    equals: ['user', 'object', 'action', 'outcome', 'method', 'protocol', 'application', 'requestId', 'sessionId'],
    texts: [
      ...['user', 'action', 'object', 'reason', 'clientIp'],
      ...['requestUri', 'organization', 'application', 'resource'],
    ],
    filters: [
      {
        name: 'person',
        title: 'By or about',
        about: 'What this user did and what was done to them. The user is owner/name.',
        where: { actor: { owner: 'organization', name: 'user' }, object: 'object' },
      },
    ],
    columns: [
      { field: 'name', search: 'start' },
      { field: 'id', search: 'whole' },
      { field: 'clientIp', search: true, cell: 'place' },
      { field: 'createdTime', cell: 'moment' },
      { field: 'organization', search: true, cell: 'link' },
      { field: 'user', search: true, cell: 'link' },
      { field: 'method', filter: httpMethods },
      { field: 'requestUri', search: true, cell: 'short' },
      { field: 'action', search: true },
      { field: 'object', search: true },
      { field: 'isTriggered', cell: 'switch' },
      { field: 'outcome', filter: ['ok', 'refused'] },
      { field: 'reason', search: true },
      { field: 'protocol' },
      { field: 'application', search: true },
      { field: 'device' },
      { field: 'country', cell: 'country' },
    ],
    shown: ['createdTime', 'user', 'action', 'object', 'outcome'],
  },
});

export type Record_ = z.infer<typeof record.schema>;
