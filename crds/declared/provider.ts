import { declare } from '../declare.ts';
import { providerSubTypes, providerTypes } from '../models/provider-types.ts';
import { allowedReferrers } from './allowed-referrers.ts';

interface Choice {
  category?: keyof typeof providerTypes;
  type?: string;
  subType?: string;
}

const oneOf = (values: readonly string[]) => `[${values.map((each) => `'${each}'`).join(', ')}]`;

const typesOf = (category: keyof typeof providerTypes): readonly string[] => providerTypes[category];
const variantsOf = (type: string): readonly string[] => providerSubTypes[type as keyof typeof providerSubTypes] ?? [];

const ofCategory = Object.entries(providerTypes)
  .map(([category, types]) => `(self.category == '${category}' && self.type in ${oneOf(types)})`)
  .join(' || ');

const ofType = Object.entries(providerSubTypes)
  .map(([type, variants]) => `(self.type == '${type}' && self.subType in ${oneOf(variants)})`)
  .join(' || ');

export const providerDeclared = declare({
  shortName: 'dwprov',
  references: { cert: 'certRef' },
  secrets: { clientSecret: 'clientSecretRef', clientSecret2: 'clientSecret2SecretRef' },
  also: { allowedReferrers: allowedReferrers(['Application']) },
  constraints: [
    {
      rule: `!has(self.category) || !has(self.type) || ${ofCategory}`,
      message: 'type must be one of its category: for example GitHub for OAuth, AWS S3 for Storage, Default for Email',
      member: 'type',
      holds: ({ category, type }: Choice) => !category || !type || typesOf(category).includes(type),
    },
    {
      rule: `!has(self.type) || !has(self.subType) || self.subType == '' || ${ofType}`,
      message:
        'subType must be Internal or Third-party for WeCom and Infoflow, nc or ic for Aliyun Captcha, and empty for all others',
      member: 'subType',
      holds: ({ type, subType }: Choice) => !type || !subType || variantsOf(type).includes(subType),
    },
  ],
  columns: [{ name: 'Type', type: 'string', jsonPath: '.spec.type', about: 'Which service it is.' }],
  deletionPolicy: 'Delete',
});
