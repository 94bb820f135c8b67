import type { Term } from './terms.ts';

/** The fields of a provider that only some types use. All other fields belong to every provider. */
export const typeFields = [
  ...(['clientId', 'clientSecret', 'clientId2', 'clientSecret2', 'cert', 'enableSignUp'] as const),
  ...(['customAuthUrl', 'customScope', 'customTokenUrl', 'customUserInfoUrl', 'customLogo', 'userMapping'] as const),
  ...([
    'host',
    'port',
    'requireTls',
    'title',
    'content',
    'mailTemplates',
    'regionId',
    'signName',
    'templateCode',
    'appId',
  ] as const),
  ...(['endpoint', 'domain', 'bucket', 'idP', 'issuerUrl', 'enableSignAuthnRequest'] as const),
  ...(['requestBinding', 'nameIdFormat', 'allowSha1', 'metadataUrl', 'metadataCert', 'allowUnsolicited'] as const),
] as const;

export type ProviderField = (typeof typeFields)[number] | 'providerUrl';

export const secretFields = ['clientSecret', 'clientSecret2'] as const;
export type SecretField = (typeof secretFields)[number];

/** The address that a secret, its digest or a signature made with it is sent to. */
export interface Destination {
  /** The vendor's own address. */
  usual?: string;
  /** Fields that name the address, or a part of its host. If they are empty, it is the usual one. */
  fields?: readonly ProviderField[];
}

/** How a vendor draws in a browser. */
export interface Drawing {
  /** The vendor's script. */
  script: string;
  /** The addresses that the script and its frames load from. */
  from: readonly string[];
}

/** What the model knows of one type of provider. The api's behaviour of the type stands in `api/providers`. */
export interface TypeDescription {
  type: string;
  /** The api has a behaviour for the type, so people can choose it. Objects of other types can only be stored. */
  offered: boolean;
  /** A setting of the installation that must be on before anybody can choose or use the type. */
  setting?: string;
  /** A sentence for people who choose the type. */
  about?: string;
  /** The vendor's page where people register or read more. */
  page?: string;
  /** A badge of our own drawing: white letters on a color. */
  logo: { letters: string; color: string };
  uses: readonly ProviderField[];
  /** The sub types, each with the fields that it uses besides. */
  subTypes?: Readonly<Record<string, readonly ProviderField[]>>;
  methods?: readonly string[];
  /** The words of the vendor for fields, where the model's own title does not fit. */
  terms?: Partial<Record<ProviderField, Term>>;
  /** Fields that a use of the provider needs. An inner list needs only one of its fields. */
  required?: readonly (ProviderField | readonly ProviderField[])[];
  secrets?: Partial<Record<SecretField, Destination>>;
  /** Values that the editor fills in when somebody chooses the type. `{origin}` is the address of this installation. */
  starts?: Partial<Record<ProviderField, string | boolean>>;
  /** The vendor draws its part of a page itself. */
  draws?: Drawing;
  /** The editor can try a provider of this type once it has all required fields: by a mail, a text message, a captcha or a sign-in. */
  trial?: 'mail' | 'text' | 'captcha' | 'signIn';
}
