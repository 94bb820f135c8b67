import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/**
 * The state of the OpenID authority and of CAS between requests: codes, refresh tokens, grants, interactions, pushed requests, tickets. The name is a digest of
 * the client's value, so a reader of the table cannot use it.
 */
export const artifact = defineKind({
  kind: 'Artifact',
  about: 'State of the OpenID authority between requests: codes, refresh tokens, grants and others.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  // A grant leaves hundreds of used refresh tokens in a month, so its lookup needs an index.
  lookups: [['grantId', 'model'], ['sessionId'], ['accountId'], ['clientId'], ['userCode']],
  fields: {
    model: text('Model', { about: 'Type of the state, as the authority names it.' }),
    payload: text('Payload', { about: 'Its state, as JSON.', max: 1_000_000 }),
    grantId: text('Grant', { about: 'Grant that it belongs to. Revoking the grant revokes it.' }),
    sessionId: text('Session', { about: 'Session in which it was created. Ending the session ends it.' }),
    accountId: text('Account', { about: 'ID of its user.' }),
    clientId: text('Client', {
      about: "Client that it was created for. Deleting the client's application deletes it.",
    }),
    userCode: text('User code', { about: 'Digest of the code that a user types to connect a device.', digest: true }),
    consumedTime: moment('Consumed', { about: 'Time of its use. A second use is refused.' }),
    expireTime: moment('Expires', { about: 'Time when it expires.' }),
  },
});

export type Artifact = z.infer<typeof artifact.schema>;
