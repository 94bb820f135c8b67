import type { Source } from '../notification.ts';
import { certs } from './certs.ts';
import { declared } from './declared.ts';
import { lockouts } from './lockouts.ts';
import { metadata } from './metadata.ts';
import { payments } from './payments.ts';
import { samlKeys } from './saml-keys.ts';
import { senders } from './senders.ts';
import { signers } from './signers.ts';
import { syncers } from './syncers.ts';
import { webhooks } from './webhooks.ts';

/** Every source of notifications. Another one is a file beside these and a line here. */
export const sources: readonly Source[] = [
  syncers,
  webhooks,
  senders,
  signers,
  metadata,
  certs,
  samlKeys,
  declared,
  lockouts,
  payments,
];
