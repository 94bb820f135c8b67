import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { integer, text } from '../field.ts';

/** An uploaded file. */
export const resource = defineKind({
  kind: 'Resource',
  about: 'An uploaded file.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  pathNames: true,
  // A path belongs to one object, for all callers.
  lookups: [['name']],
  access: everyVerb('organizationAdmin'),
  fields: {
    user: text('User', {
      about: 'Name of the user who uploaded it.',
      refers: { kind: 'user', by: 'name', onDelete: 'keep', loose: true },
    }),
    provider: text('Provider', {
      about: 'Storage provider that stores the file.',
      refers: { kind: 'provider', by: 'name', onDelete: 'refuse', having: ['category', 'Storage'] },
    }),
    application: text('Application', {
      about: 'Application in which it was uploaded.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    tag: text('Tag', { about: 'Purpose of the file.' }),
    parent: text('Parent', { about: 'Page on which it was uploaded.' }),
    fileName: text('File name', { about: "Name of the file on the user's computer.", max: 1000 }),
    fileType: text('Type', { about: 'Type of content, such as image.' }),
    fileFormat: text('Format', { about: 'Extension of the name, such as .png.' }),
    fileSize: integer('File size', { about: 'Size in bytes.' }),
    url: text('URL', { about: 'URL of the file.', max: 1000, control: 'url' }),
    description: text('Description', { about: 'Short description of the file.', max: 1000 }),
  },
  list: {
    columns: [
      { field: 'provider', search: true, cell: 'link' },
      { field: 'application', search: true, cell: 'link' },
      { field: 'user', search: true, cell: 'link' },
      { field: 'parent', search: true },
      { field: 'name', search: true },
      { field: 'createdTime', cell: 'time' },
      { field: 'tag', search: true },
      { field: 'fileType', search: true },
      { field: 'fileFormat', search: true },
      { field: 'fileSize', cell: 'size' },
      { field: 'url', cell: 'short' },
    ],
    shown: ['name', 'user', 'fileFormat', 'fileSize', 'createdTime'],
  },
});

export type Resource = z.infer<typeof resource.schema>;
