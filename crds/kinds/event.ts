import type { z } from 'zod';
import { creationTime, defineKind } from '../define.ts';
import { text } from '../field.ts';

/**
 * An event, written in the statement of its record. The id begins with the number of that transaction, so a reader in id order misses no
 * row that commits late.
 */
export const event = defineKind({
  kind: 'Event',
  about: 'Something that happened in an organization, for the stream of events.',
  owner: 'organization',
  ownerOnDelete: 'keep',
  tenant: 'owner',
  key: 'id',
  internal: true,
  access: {},
  lookups: [['id']],
  fields: {
    createdTime: creationTime('Time'),
    id: text('ID', { about: 'Number of the transaction, then something unique.' }),
    event: text('Event', { about: 'Name of the event.' }),
    object: text('Object', { about: 'The object of the event, as kind and owner/name.', max: 400 }),
    record: text('Record', { about: 'Name of the record that tells the event. It has the same time.' }),
  },
});

export type Event = z.infer<typeof event.schema>;
