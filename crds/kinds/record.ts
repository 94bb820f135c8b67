import type { z } from 'zod';
import { creationTime, defineKind } from '../define.ts';
import { choice, count, flag, text } from '../field.ts';

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'] as const;

/** An entry of the audit log. It cannot be changed. */
export const record = defineKind({
  kind: 'Record',
  about: 'An entry of the audit log. It cannot be changed.',
  owner: 'organization',
  ownerOnDelete: 'keep',
  tenant: 'owner',
  partitioned: true,
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
      refers: { kind: 'user', by: 'name', ownerField: 'organization', onDelete: 'keep', loose: true },
    }),
    clientIp: text('Client IP', { about: 'IP address of the request.' }),
    method: text('Method', { about: 'HTTP method.' }),
    requestUri: text('Request URI', { about: 'Path and query, without secrets.', max: 1000 }),
    action: text('Action', { about: 'The requested action: the path without its prefix.', max: 1000 }),
    object: text('Object', { about: 'The object of the request, as kind and owner/name.', max: 400 }),
    outcome: choice('Outcome', ['ok', 'refused'], { about: 'Result of the request.', initial: 'ok' }),
    reason: text('Reason', {
      about: 'Error code of a refused request.',
      max: 300,
    }),
    isTriggered: flag('Webhooks called', { about: 'Webhooks were called for this record.' }),
  },
  list: {
    pageSize: 20,
    columns: [
      { field: 'name', search: true },
      { field: 'id', search: true },
      { field: 'clientIp', search: true },
      { field: 'createdTime', cell: 'time' },
      { field: 'organization', search: true, cell: 'link' },
      { field: 'user', search: true, cell: 'link' },
      { field: 'method', filter: httpMethods },
      { field: 'requestUri', search: true, cell: 'short' },
      { field: 'action', search: true },
      { field: 'object', search: true },
      { field: 'isTriggered', cell: 'switch' },
    ],
    shown: ['createdTime', 'user', 'action', 'clientIp', 'requestUri'],
  },
});

export type Record_ = z.infer<typeof record.schema>;
