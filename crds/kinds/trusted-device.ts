import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** A browser that a user trusts, so that it is not asked for the second factor. The browser has the value of the digest. */
export const trustedDevice = defineKind({
  kind: 'TrustedDevice',
  about: 'A browser that needs no second factor for a while.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  lookups: [['owner', 'user']],
  access: {},
  fields: {
    id: text('ID', { about: 'Digest of the value in the cookie.', secret: 'hidden', digest: true }),
    user: text('User', {
      about: 'User who trusts the browser.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    clientIp: text('Client IP', { about: 'IP address of the browser at that time.' }),
    userAgent: text('Browser', { about: 'User agent of the browser.', max: 300 }),
    expireTime: moment('Expires', { about: 'End of the trust.' }),
  },
});

export type TrustedDevice = z.infer<typeof trustedDevice.schema>;
