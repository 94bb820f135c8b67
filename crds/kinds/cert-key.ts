import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, moment, text } from '../field.ts';
import { cryptoAlgorithms } from '../options/crypto-algorithms.ts';

export const keyStates = ['published', 'signing', 'retired'] as const;

/**
 * A key of a cert during its life: published, signing, and retired. A retired key stays published until the last token that it signed
 * expires. The cert also contains the signing key.
 */
export const certKey = defineKind({
  kind: 'CertKey',
  about: 'A key of a cert: published before it signs, signing, or retired and still published.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    cert: text('Cert', { about: 'The cert it belongs to.', refers: { kind: 'cert', by: 'name', onDelete: 'cascade' } }),
    state: choice('State', keyStates, { about: 'Current use of the key.', initial: 'published' }),
    cryptoAlgorithm: choice('Algorithm', ['', ...cryptoAlgorithms], {
      about: 'Algorithm of its signatures. If it is empty, the algorithm of its cert.',
      initial: '',
    }),
    certificate: text('Certificate', { about: 'Its certificate, as PEM.', max: 100_000 }),
    privateKey: text('Private key', { about: 'The private key, as PEM.', max: 20_000, secret: 'hidden' }),
    notAfter: moment('Not after', { about: 'When a retired key is no longer published.' }),
  },
});

export type CertKey = z.infer<typeof certKey.schema>;
