import { z } from 'zod';
import { declare } from '../declare.ts';
import { subdomainName } from '../reference.ts';
import { allowedReferrers } from './allowed-referrers.ts';

const day = 86_400;

export const certDeclared = declare({
  shortName: 'dwcert',
  // The Secret of a key contains its certificate, or the certificate is generated with the key.
  omits: ['certificate'],
  secrets: { privateKey: 'keySecretRef' },
  also: {
    secretName: subdomainName(
      'metadata.name of the Secret that a key made for this cert is written to; the name of this resource with -key when absent.',
    ),
    publishSeconds: z
      .int()
      .min(0)
      .max(30 * day)
      .describe('How long a new key is published before it signs, so that clients have read it by then.'),
    allowedReferrers: allowedReferrers(['Application', 'Provider']),
  },
  constraints: [
    {
      rule: '!has(self.keySecretRef) || !has(self.secretName)',
      message: 'set keySecretRef to bring a key, or secretName to have one made and written there, but not both',
      member: 'secretName',
      holds: ({ keySecretRef, secretName }: { keySecretRef?: object; secretName?: string }) =>
        !keySecretRef || !secretName,
    },
    {
      rule: "!has(self.bitSize) || !has(self.cryptoAlgorithm) || !self.cryptoAlgorithm.matches('^[RP]S') || self.bitSize >= 2048",
      message: 'bitSize must be at least 2048 for RSA',
      member: 'bitSize',
      holds: ({ bitSize, cryptoAlgorithm }: { bitSize?: number; cryptoAlgorithm?: string }) =>
        bitSize === undefined || !/^[RP]S/.test(cryptoAlgorithm ?? '') || bitSize >= 2048,
    },
  ],
  status: {
    keyIds: z
      .array(z.string().max(253))
      .max(20)
      .describe('Ids of the keys that are published now, the signing one first.')
      .optional(),
    notAfter: z.iso.datetime({ offset: true }).describe('When the certificate ends.').optional(),
  },
  columns: [{ name: 'NotAfter', type: 'string', jsonPath: '.status.notAfter', about: 'When the certificate ends.' }],
  deletionPolicy: 'Orphan',
  platformOnly: 'its keys sign tokens of every organization',
});
