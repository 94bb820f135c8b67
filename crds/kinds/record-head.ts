import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { decimal, integer, moment, text } from '../field.ts';

/** The digest of some records of an organization. Each follows from the one before, so no record changes unnoticed. */
export const recordHead = defineKind({
  kind: 'RecordHead',
  about: 'A signed digest of some records of an organization.',
  owner: 'organization',
  ownerOnDelete: 'keep',
  tenant: 'owner',
  internal: true,
  access: {},
  fields: {
    organization: text('Organization', { about: 'Name of the organization at that time.' }),
    number: integer('Number', { about: 'Place in the chain of the organization, from 1.' }),
    month: text('Month', { about: 'Month of the records.' }),
    toId: decimal('Greatest ID', { about: 'Greatest ID of the step.', max: Number.MAX_SAFE_INTEGER }),
    sealedTime: moment('Sealed', { about: 'When the digest was made.' }),
    fields: text('Fields', { about: 'Fields that the digests cover.', max: 2_000 }),
    members: text('Members', { about: 'ID and beginning of the digest of each record.', max: 100_000 }),
    rows: text('Rows', { about: 'Digest of all records.' }),
    previous: text('Previous', { about: 'Digest of the head before.' }),
    digest: text('Digest', { about: 'Digest of the head.' }),
    signature: text('Signature', { about: 'The head as a JWS, signed by the installation.', max: 2_000 }),
  },
});

/** How far the records of all organizations have heads. There is one. */
export const recordSeal = defineKind({
  kind: 'RecordSeal',
  about: 'How far records have heads.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    sealedTo: decimal('Sealed', { about: 'Records up to this ID have heads.', max: Number.MAX_SAFE_INTEGER }),
    markedTo: decimal('Marked', { about: 'Greatest ID at the last run.', max: Number.MAX_SAFE_INTEGER }),
    markedBy: text('Transaction', { about: 'First transaction that the last run could not see.' }),
  },
});

export type StoredHead = z.infer<typeof recordHead.schema>;
