import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, moment, text } from '../field.ts';

/**
 * The states of a key. An organization of an earlier version is `shared`: its applications sign with their certs until it rotates to a key of
 * its own.
 */
export const samlKeyStates = ['shared', 'signing', 'published', 'retired'] as const;

/** A key with which the applications of one organization sign SAML. It has at most one of each state. */
export const samlKey = defineKind({
  kind: 'SamlKey',
  about: 'A key with which the applications of one organization sign SAML.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  unique: [['organization', 'state']],
  access: {},
  fields: {
    organization: text('Organization', {
      about: 'Organization that signs with it.',
      refers: { kind: 'organization', by: 'name', onDelete: 'cascade' },
    }),
    state: choice('State', samlKeyStates, { about: 'Current use of the key.', initial: 'signing' }),
    certificate: text('Certificate', { about: 'Its certificate, as PEM. Empty for `shared`.', max: 100_000 }),
    privateKey: text('Private key', { about: 'The private key, as PEM.', max: 20_000, secret: 'hidden' }),
    notAfter: moment('Not after', { about: 'When a retired key leaves the metadata.' }),
  },
});

export type SamlKey = z.infer<typeof samlKey.schema>;
