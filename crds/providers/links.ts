import { type ProviderTypeOf, typesOf } from './index.ts';

type SignInType = ProviderTypeOf<'OAuth' | 'SAML'>;
type WithoutBlanks<T extends string> = T extends `${infer A} ${infer B}` ? WithoutBlanks<`${A}${B}`> : T;
type LinkedType = Exclude<SignInType, 'WeChatMiniProgram'>;

/** The field of a user with their id at a service: the type in lower case. */
export type LinkField = Lowercase<WithoutBlanks<LinkedType>>;

const withoutBlanks = (type: string) => type.replaceAll(' ', '');

/** Accounts at other services that a user can link. A WeChat mini program uses the WeChat account. */
export const linkedProviders = [...typesOf('OAuth'), ...typesOf('SAML')].filter(
  (type): type is LinkedType => type !== 'WeChatMiniProgram',
);

export const linkFieldOf = (type: string): LinkField =>
  (type === 'WeChatMiniProgram' ? 'wechat' : withoutBlanks(type).toLowerCase()) as LinkField;

export const linkFields: readonly LinkField[] = linkedProviders.map(linkFieldOf);

/**
 * What a link keeps in the user's properties, besides the id in the field. The issuer belongs to services with an address of
 * one's own, and the provider to those that anybody can name as an issuer.
 */
export type LinkProperty = 'id' | 'username' | 'displayName' | 'email' | 'avatarUrl' | 'issuer' | 'provider';

/** All properties of a link begin with this. */
export const linkPrefixOf = (type: string): string => `oauth_${withoutBlanks(type)}_`;

/** The property with the user's ID at one app of the service, which its payment service asks for. */
export const appIdPropertyOf = (type: string, app: string): string => `${linkPrefixOf(type)}openid_${app}`;

export const linkPropertyOf = (type: string, property: LinkProperty): string => `${linkPrefixOf(type)}${property}`;
