import { z } from 'zod';
import { defineKind } from '../define.ts';
import { integer, list, moment, text } from '../field.ts';

/** The metadata of a SAML identity provider as the server last read them: what they said, and when it reads them again. */
export const metadataRefresh = defineKind({
  kind: 'MetadataRefresh',
  plural: 'metadata-refreshes',
  about: 'The last reading of the metadata of a SAML identity provider.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  unique: [['provider']],
  fields: {
    provider: text('Provider', {
      about: 'The provider with the metadata.',
      refers: { kind: 'provider', by: 'name', onDelete: 'cascade' },
    }),
    facts: text('Facts', {
      about: 'The values that the metadata had for fields of the provider, as JSON.',
      max: 50_000,
    }),
    readTime: moment('Read', { about: 'When they were last read.' }),
    tryTime: moment('Tried', { about: 'When the server last tried to read them.' }),
    nextTime: moment('Next', { about: 'When it reads them again.' }),
    validUntil: moment('Valid until', { about: 'When they expire, if they say so.' }),
    failures: integer('Failures', { about: 'Number of tries since they were last read.' }),
    problem: text('Problem', { about: 'Why the last try failed.', max: 300 }),
    differing: list('Differing fields', z.string().max(100), { about: 'Fields with other values than the metadata.' }),
  },
});

export type MetadataRefresh = z.infer<typeof metadataRefresh.schema>;
