import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { text } from '../field.ts';
import { resource } from './resource.ts';

/** A file of a deleted organization, while the organization can be restored. The owner is the name of the deletion. */
export const deletedFile = defineKind({
  kind: 'DeletedFile',
  about: 'A file of a deleted organization, as long as the organization can be restored.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  pathNames: true,
  access: {},
  lookups: [['name']],
  fields: {
    ...resource.fields,
    user: text('User', { about: 'Name of the user who uploaded it.' }),
    provider: text('Provider', {
      about: 'Storage provider that stores the file.',
      refers: { kind: 'provider', by: 'name', onDelete: 'keep', loose: true },
    }),
  },
});

export type DeletedFile = z.infer<typeof deletedFile.schema>;
