import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { decimal, integer, moment, text } from '../field.ts';

/** A digest of the newest heads of all organizations. Each follows from the one before, so one that is kept elsewhere shows a cut. */
export const recordAnchor = defineKind({
  kind: 'RecordAnchor',
  about: 'A signed digest of the heads of all organizations.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    number: integer('Number', { about: 'Place in the chain of anchors, from 1.' }),
    records: decimal('Records', { about: 'Number of records that have heads.', max: Number.MAX_SAFE_INTEGER }),
    toId: decimal('Greatest ID', { about: 'Greatest ID of the step.', max: Number.MAX_SAFE_INTEGER }),
    sealedTime: moment('Sealed', { about: 'When the digest was made.' }),
    heads: text('Heads', { about: 'Organization, number and digest of each head of the step.', max: 500_000 }),
    previous: text('Previous', { about: 'Digest of the anchor before.' }),
    digest: text('Digest', { about: 'Digest of the anchor.' }),
    signature: text('Signature', { about: 'The anchor as a JWS, signed by the installation.', max: 2_000 }),
  },
});

export type StoredAnchor = z.infer<typeof recordAnchor.schema>;
