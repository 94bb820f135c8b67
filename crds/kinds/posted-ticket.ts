import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** The newest ticket that a service posted to a provider's callback. A request to the service proves itself with it. */
export const postedTicket = defineKind({
  kind: 'PostedTicket',
  about: 'The newest ticket that a service posted to the callback of a provider.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    provider: text('Provider', {
      about: 'Provider whose callback got the ticket.',
      refers: { kind: 'provider', by: 'name', onDelete: 'cascade' },
    }),
    ticket: text('Ticket', { about: 'The ticket.', max: 1000, secret: 'hidden' }),
    issuedTime: moment('Issued', { about: 'Time when the service made the ticket.' }),
  },
});

export type PostedTicket = z.infer<typeof postedTicket.schema>;
