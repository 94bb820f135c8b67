import { captcha } from './captcha/index.ts';
import type { TypeDescription } from './description.ts';
import { email } from './email/index.ts';
import { oauth } from './oauth/index.ts';
import { payment } from './payment/index.ts';
import { saml } from './saml/index.ts';
import { sms } from './sms/index.ts';
import { storage } from './storage/index.ts';

/** Every type of provider that can be stored, by category. */
const registry = {
  OAuth: oauth,
  Email: email,
  SMS: sms,
  Storage: storage,
  SAML: saml,
  Payment: payment,
  Captcha: captcha,
} as const satisfies Record<string, readonly TypeDescription[]>;

type Registry = typeof registry;
type Described = Registry[ProviderCategory][number];

export type ProviderCategory = keyof Registry;
export type ProviderTypeOf<C extends ProviderCategory> = Registry[C][number]['type'];
export type ProviderType = ProviderTypeOf<ProviderCategory>;
/** The types of a category that the api has a behaviour for. */
export type OfferedType<C extends ProviderCategory> = Extract<Registry[C][number], { offered: true }>['type'];

export const providerCategories = Object.keys(registry) as [ProviderCategory, ...ProviderCategory[]];

export const describedTypes: Readonly<Record<ProviderCategory, readonly TypeDescription[]>> = registry;

const all = providerCategories.flatMap((category): readonly TypeDescription[] => describedTypes[category]);

export const typesOf = <C extends ProviderCategory>(category: C): ProviderTypeOf<C>[] =>
  registry[category].map(({ type }) => type);

/** Each type once: some names stand for a service in more than one category. */
export const providerTypes = [...new Set(all.map(({ type }) => type))] as [ProviderType, ...ProviderType[]];

type KeysOf<T> = T extends unknown ? keyof T : never;
type SubType = KeysOf<Extract<Described, { subTypes: unknown }>['subTypes']>;

export const providerSubTypes = ['', ...new Set(all.flatMap(({ subTypes = {} }) => Object.keys(subTypes)))] as [
  '',
  ...SubType[],
];

export const providerMethods = ['', ...new Set(all.flatMap(({ methods = [] }) => methods))] as [
  '',
  ...Extract<Described, { methods: unknown }>['methods'][number][],
];
