import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/**
 * The state of the OpenID authority between requests: codes, refresh tokens, grants, interactions, pushed requests. The name is a digest of
 * the client's value, so a reader of the table cannot use it.
 */
export const artifact = defineKind({
  kind: 'Artifact',
  about: 'What the OpenID authority keeps between two requests: codes, refresh tokens, grants and the like.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  // A grant leaves hundreds of used refresh tokens in a month, so its lookup needs an index.
  lookups: [['grantId', 'model'], ['sessionId'], ['accountId'], ['clientId'], ['userCode']],
  fields: {
    model: text('Model', { about: "The authority's own name for what this is." }),
    payload: text('Payload', { about: 'Its state, as JSON.', max: 1_000_000 }),
    grantId: text('Grant', { about: 'Grant that it belongs to; revoking the grant revokes it.' }),
    sessionId: text('Session', { about: 'Session in which it was made; ending the session ends it.' }),
    accountId: text('Account', { about: 'Id of the user whom it stands for.' }),
    clientId: text('Client', { about: 'Client that it was made for; deleting its application deletes it.' }),
    userCode: text('User code', { about: 'Digest of what a user types to connect a device.', digest: true }),
    consumedTime: moment('Consumed', { about: 'When it was used; a second use is refused.' }),
    expireTime: moment('Expires', { about: 'When it is worth nothing any more.' }),
  },
});

export type Artifact = z.infer<typeof artifact.schema>;
