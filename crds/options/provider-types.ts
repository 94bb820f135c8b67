import type { Problem } from '../problem.ts';

/** Kinds of outside services, and the services of each, in the order in which people choose them. */
export const providerTypes = {
  OAuth: [
    'Google',
    'GitHub',
    'QQ',
    'WeChat',
    'WeChatMiniProgram',
    'Facebook',
    'DingTalk',
    'Weibo',
    'Gitee',
    'LinkedIn',
    'WeCom',
    'Lark',
    'GitLab',
    'Adfs',
    'Baidu',
    'Alipay',
    'Casdoor',
    'Infoflow',
    'Apple',
    'AzureAD',
    'Slack',
    'Steam',
    'Bilibili',
    'Okta',
    'Douyin',
    'Custom',
  ],
  Email: ['Default'],
  SMS: ['Aliyun SMS', 'Tencent Cloud SMS', 'Volc Engine SMS', 'Huawei Cloud SMS'],
  Storage: ['Local File System', 'AWS S3', 'Aliyun OSS', 'Tencent Cloud COS', 'Azure Blob'],
  SAML: ['Aliyun IDaaS', 'Keycloak'],
  Payment: ['Alipay', 'WeChat Pay', 'PayPal', 'GC'],
  Captcha: ['Default', 'reCAPTCHA', 'hCaptcha', 'Aliyun Captcha'],
} as const;

export type ProviderCategory = keyof typeof providerTypes;
export type ProviderType = (typeof providerTypes)[ProviderCategory][number];

export const providerCategories = [
  'OAuth',
  'Email',
  'SMS',
  'Storage',
  'SAML',
  'Payment',
  'Captcha',
] as const satisfies readonly ProviderCategory[];

/** Each type once: some names stand for a service in more than one category. */
export const allProviderTypes = [...new Set(Object.values(providerTypes).flat())] as [ProviderType, ...ProviderType[]];

/** Variants of a service; types that are not named have none. */
export const providerSubTypes = {
  WeCom: ['Internal', 'Third-party'],
  Infoflow: ['Internal', 'Third-party'],
  'Aliyun Captcha': ['nc', 'ic'],
} as const satisfies Partial<Record<ProviderType, readonly string[]>>;

export const subTypes = ['', 'Internal', 'Third-party', 'nc', 'ic'] as const;

/** WeCom's ways to sign in: by QR code, or without a word inside its own browser. */
export const providerMethods = ['', 'Normal', 'Silent'] as const;

interface Choice {
  category: ProviderCategory;
  type: ProviderType;
  subType: string;
}

/** Is the type one of its category, and the sub type one of its type? */
export function checkProviderType({ category, type, subType }: Choice): Problem[] {
  const types: readonly string[] = providerTypes[category];
  if (!types.includes(type))
    return [{ path: 'type', code: 'not-one-of-for', params: { allowed: types.join(', '), other: category } }];
  const variants: readonly string[] = providerSubTypes[type as keyof typeof providerSubTypes] ?? [];
  if (subType === '' || variants.includes(subType)) return [];
  if (variants.length === 0) return [{ path: 'subType', code: 'not-empty-for', params: { other: type } }];
  return [{ path: 'subType', code: 'not-one-of-for', params: { allowed: variants.join(', '), other: type } }];
}
