import type {
  AttributeSource,
  SamlAttribute,
  SamlServiceProvider,
} from '@doorwright/crds/options/saml-service-provider.ts';

/** Values that differ for each customer of a service. They stand in braces in the addresses. */
export type Asked = 'host' | 'workspace' | 'domain' | 'entityId' | 'acsUrl';

/** Our values. `certificateBody` is the certificate on one line, without its first and last line. */
export type Ours = 'signOn' | 'signOut' | 'entityId' | 'certificate' | 'certificateBody' | 'metadataUrl' | 'metadata';

/** A field of the service, named as the service names it. Its value is one of ours, or a text with values in braces. */
export type There = { field: string } & ({ ours: Ours } | { text: string });

/** A well-known service provider of SAML, with what to enter there and here. */
export interface SamlService {
  title: string;
  /** An example for each value that the customer knows. */
  asks: Partial<Record<Asked, string>>;
  there: readonly There[];
  here: {
    entityId: string;
    acsUrl: string;
    nameIdFormat: SamlServiceProvider['nameIdFormat'];
    sloUrl?: string;
  };
  attributes: readonly { name: string; source: AttributeSource; nameFormat?: SamlAttribute['nameFormat'] }[];
  /** The key of a text about something particular. */
  note?: 'immutableId' | 'sameUserName' | 'ownMapping';
  documentation: string;
  /** The day on which somebody compared this file with the documentation, or wrote it from knowledge alone. */
  checked: string;
}
