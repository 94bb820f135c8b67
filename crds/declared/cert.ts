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
      'metadata.name of the Secret for a generated key. The default is the name of this resource with -key.',
    ),
    publishSeconds: z
      .int()
      .min(0)
      .max(30 * day)
      .describe(
        'Time between the publication of a new key and its first signature. Clients read the key in this time.',
      ),
    allowedReferrers: allowedReferrers(['Application', 'Provider']),
  },
  constraints: [
    {
      rule: '!has(self.keySecretRef) || !has(self.secretName)',
      message: 'set keySecretRef for your own key, or secretName for a generated key, but not both',
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
      .describe('IDs of the published keys. The signing key is first.')
      .optional(),
    notAfter: z.iso.datetime({ offset: true }).describe('Time when the certificate expires.').optional(),
  },
  columns: [
    { name: 'NotAfter', type: 'string', jsonPath: '.status.notAfter', about: 'Time when the certificate expires.' },
  ],
  deletionPolicy: 'Orphan',
  platformOnly: 'its keys sign tokens of every organization',
});
