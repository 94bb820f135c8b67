import { z } from 'zod';
import type { Constraint } from '../constraint.ts';
import { declare } from '../declare.ts';
import {
  type ProviderCategory,
  providerCategories,
  providerSubTypes,
  providerTypes,
} from '../options/provider-types.ts';
import { allowedReferrers } from './allowed-referrers.ts';

interface Choice {
  category?: ProviderCategory;
  type?: string;
  subType?: string;
}

const oneOf = (values: readonly string[]) => `[${values.map((each) => `'${each}'`).join(', ')}]`;

const typesOf = (category: ProviderCategory): readonly string[] => providerTypes[category];
const variantsOf = (type: string): readonly string[] => providerSubTypes[type as keyof typeof providerSubTypes] ?? [];

const typeConstraint = (category: ProviderCategory): Constraint => ({
  rule: `!has(self.category) || self.category != '${category}' || !has(self.type) || self.type in ${oneOf(providerTypes[category])}`,
  message: `type must be one of ${providerTypes[category].join(', ')} for ${category}`,
  member: 'type',
  holds: (choice: Choice) => choice.category !== category || !choice.type || typesOf(category).includes(choice.type),
});

const ofType = Object.entries(providerSubTypes)
  .map(([type, variants]) => `(self.type == '${type}' && self.subType in ${oneOf(variants)})`)
  .join(' || ');

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
  also: { allowedReferrers: allowedReferrers(['Application']) },
  constraints: [
    ...providerCategories.map(typeConstraint),
    {
      rule: `!has(self.type) || !has(self.subType) || self.subType == '' || ${ofType}`,
      message:
        'subType must be Internal or Third-party for WeCom and Infoflow, nc or ic for Aliyun Captcha, and empty for all others',
      member: 'subType',
      holds: ({ type, subType }: Choice) => !type || !subType || variantsOf(type).includes(subType),
    },
  ],
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
