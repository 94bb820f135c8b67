import { z } from 'zod';
import { declare } from '../declare.ts';
import { providerConstraints } from '../providers/constraints.ts';
import { allowedReferrers } from './allowed-referrers.ts';

export const providerDeclared = declare({
  shortName: 'dwprov',
  // The operator derives these from allowedReferrers and from the references to this resource.
  omits: ['audience', 'organizations'],
  references: { cert: 'certRef' },
  secrets: { clientSecret: 'clientSecretRef', clientSecret2: 'clientSecret2SecretRef' },
  status: {
    audience: z
      .enum(['all', 'named'])
      .optional()
      .describe(
        'Audience of the provider: all organizations, or those that follow from allowedReferrers and from the references to it.',
      ),
    organizations: z.int().min(0).optional().describe('Number of organizations in a named audience.'),
  },
  also: { allowedReferrers: allowedReferrers(['Application', 'Product']) },
  constraints: providerConstraints,
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.type', about: 'The service.' },
    {
      name: 'Audience',
      type: 'string',
      jsonPath: '.status.audience',
      about: 'Audience: all organizations, or named ones.',
    },
  ],
  deletionPolicy: 'Delete',
});
