import type { z } from 'zod';
import { creationTime, defineKind } from '../define.ts';
import { choice, moment, text } from '../field.ts';

/** The protocols whose services learn the end of a session from these rows. OpenID clients have theirs in `artifact`. */
export const visitedProtocols = ['saml', 'cas'] as const;

/** A service of SAML or CAS at which a session signed its user in. The end of the session is told to it. */
export const serviceVisit = defineKind({
  kind: 'ServiceVisit',
  about: 'A SAML service provider or CAS service that a session signed its user in to.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  unique: [['id']],
  lookups: [['session']],
  access: {},
  fields: {
    createdTime: creationTime('Visited'),
    id: text('ID', { about: 'Digest of what makes the visit one: a ticket, or the session with the service.' }),
    session: text('Session', { about: 'ID of the session.', secret: 'hidden', digest: true }),
    application: text('Application', {
      about: 'Application that the service belongs to.',
      refers: { kind: 'application', by: 'name', onDelete: 'cascade' },
    }),
    protocol: choice('Protocol', visitedProtocols, { about: 'Protocol of the sign-in.', initial: 'saml' }),
    service: text('Service', { about: 'Entity ID or address of the service.', max: 2_000 }),
    data: text('Data', {
      about: 'What a notice to the service must name, as JSON.',
      max: 5_000,
      secret: 'hidden',
    }),
    expireTime: moment('Expires', { about: 'Latest end of the session.' }),
  },
});

export type ServiceVisit = z.infer<typeof serviceVisit.schema>;
