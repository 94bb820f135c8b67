import { captchaServices } from '@doorwright/api/providers/captcha/index.ts';
import { mailServices } from '@doorwright/api/providers/email/index.ts';
import { signInServices } from '@doorwright/api/providers/oauth/index.ts';
import { channels as paymentChannels } from '@doorwright/api/providers/payment/index.ts';
import { samlServices } from '@doorwright/api/providers/saml/index.ts';
import { textServices } from '@doorwright/api/providers/sms/index.ts';
import type { FileService } from '@doorwright/api/providers/storage/file-service.ts';
import { fileServices } from '@doorwright/api/providers/storage/index.ts';
import { type Provider, provider } from '@doorwright/crds/kinds/provider.ts';
import { isClosed, missingFields, offeredTypes, usedFields } from '@doorwright/crds/providers/described.ts';
import { secretFields, type TypeDescription, typeFields } from '@doorwright/crds/providers/description.ts';
import { describedTypes, type ProviderCategory, providerCategories } from '@doorwright/crds/providers/index.ts';
import { addressOf, sentTo } from '@doorwright/crds/providers/secrets.ts';
import { languages } from '@doorwright/locales';
import { type Catalogue, loadCatalogue } from '@doorwright/locales/catalogue.ts';
import { describe, expect, test } from 'vitest';

const behaviours: Partial<Record<ProviderCategory, object>> = {
  Captcha: captchaServices,
  Email: mailServices,
  OAuth: signInServices,
  Payment: paymentChannels,
  SAML: samlServices,
  SMS: textServices,
  Storage: fileServices,
};

const described = providerCategories.flatMap((category) =>
  describedTypes[category].map((each): [string, TypeDescription] => [`${category} ${each.type}`, each]),
);

const fieldsOf = ({ uses, subTypes = {} }: TypeDescription): readonly string[] => [
  ...uses,
  ...Object.values(subTypes).flat(),
];

test.each(providerCategories)('each type of %s that people can choose has a behaviour, and the reverse', (category) => {
  expect(Object.keys(behaviours[category] ?? {}).sort()).toEqual(offeredTypes(category).sort());
});

test('each field that types can use exists in the model, and some type uses it', () => {
  expect([...typeFields, 'providerUrl'].filter((field) => !(field in provider.schema.shape))).toEqual([]);
  const used = new Set(described.flatMap(([, each]) => fieldsOf(each)));
  expect(typeFields.filter((field) => !used.has(field))).toEqual([]);
});

/** The contrast of white on a color, by WCAG 2. */
function contrastWithWhite(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

describe.each(described)('The description of %s', (_, description) => {
  const { uses, offered, about, page, logo, terms = {}, required = [], secrets = {}, starts = {} } = description;

  test('speaks of fields only that the type uses, each once', () => {
    const spoken = [...Object.keys(terms), ...required.flat(), ...Object.keys(secrets), ...Object.keys(starts)];
    expect(spoken.filter((field) => !fieldsOf(description).includes(field))).toEqual([]);
    expect(new Set(uses).size).toBe(uses.length);
  });

  test('says where each secret goes', () => {
    for (const secret of secretFields.filter((field) => fieldsOf(description).includes(field))) {
      const { usual = '', fields = [] } = secrets[secret] ?? {};
      expect(usual !== '' || fields.length > 0, secret).toBe(true);
      if (usual) expect(new URL(usual).protocol).toBe('https:');
      expect(fields.filter((field) => !fieldsOf(description).includes(field))).toEqual([]);
    }
  });

  test('has a badge that people can read, and a page that they can open', () => {
    expect(contrastWithWhite(logo.color)).toBeGreaterThanOrEqual(4.5);
    expect(logo.letters).toMatch(/^\S{1,2}$/);
    if (page) expect(new URL(page).protocol).toBe('https:');
  });

  test('has a sentence for people who can choose it', () => {
    if (offered) expect(about).toMatch(/^[A-Z].*\.$/);
    else expect(about).toBeUndefined();
  });
});

test.each(languages)('the words of descriptions are complete in %s', async (language) => {
  const words = await loadCatalogue(language, 'provider');
  const sentences = Object.keys(words.types as Catalogue);
  expect(sentences).toEqual(described.filter(([, { offered }]) => offered).map(([name]) => name));
  expect(Object.keys(words.help as Catalogue)).toEqual(Object.keys(words.labels as Catalogue));
});

describe('What follows from descriptions', () => {
  test('a service of one’s own starts with the addresses of an installation like this one', () => {
    const custom = describedTypes.OAuth.find(({ type }) => type === 'Custom');
    expect(custom?.starts).toEqual({
      customAuthUrl: '{origin}/login/oauth/authorize',
      customTokenUrl: '{origin}/api/login/oauth/access_token',
      customUserInfoUrl: '{origin}/api/userinfo',
      customScope: 'openid profile email',
    });
  });

  test('a sub type adds its fields', () => {
    const wecom = { category: 'OAuth', type: 'WeCom' };
    expect(usedFields({ ...wecom, subType: 'Internal' })).toContain('appId');
    expect(usedFields({ ...wecom, subType: 'Third-party' })).not.toContain('appId');
  });

  test('if several fields can stand for each other, one is enough', () => {
    const cos = { category: 'Storage', type: 'Tencent Cloud COS', clientId: 'a', clientSecret: 'b' };
    expect(missingFields(cos)).toEqual(['endpoint']);
    expect(missingFields({ ...cos, bucket: 'files' })).toEqual([]);
  });

  test('the address of a secret is the one of its field, or the vendor’s own', () => {
    const captcha = { category: 'Captcha', type: 'hCaptcha' };
    expect(addressOf({ ...captcha, endpoint: '' })).toBe('https://hcaptcha.com/siteverify');
    expect(addressOf({ ...captcha, endpoint: 'https://check.example' })).toBe('https://check.example');
  });

  test.each(describedTypes.Storage.flatMap((each) => ('secrets' in each ? [each.type] : [])))(
    'each field with a part of the host of %s is an address of its secret',
    (type) => {
      const filled = { clientId: 'account', clientSecret: 'c2VjcmV0', bucket: 'files', regionId: 'eu-1' };
      const hostOf = (changed: object) => {
        const provider = { category: 'Storage', type, domain: '', endpoint: '', ...filled, ...changed } as Provider;
        const open: FileService = fileServices[type as keyof typeof fileServices];
        return new URL(open(provider, {} as Parameters<FileService>[1]).urlOf('/file')).host;
      };
      for (const endpoint of ['', 'store.example'])
        for (const field of ['clientId', 'bucket', 'regionId', 'endpoint'] as const) {
          const isPart = hostOf({ endpoint }) !== hostOf({ endpoint, [field]: 'other' });
          if (isPart) expect(sentTo('clientSecret')({ category: 'Storage', type })).toContain(field);
        }
    },
  );

  test('a type is closed while others of its category work', () => {
    expect(isClosed({ category: 'Captcha', type: 'hCaptcha' })).toBe(false);
    expect(isClosed({ category: 'SMS', type: 'nonsense' })).toBe(true);
    expect(isClosed({ category: 'OAuth', type: 'nonsense' })).toBe(true);
  });
});
