import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isSameSamlValue } from '@doorwright/crds/providers/saml/same-value.ts';
import { type MetadataFacts, metadataFields } from '../../providers/saml/metadata/theirs.ts';

/** A new provider has these. So nobody chose them. */
const untouched: Readonly<Record<keyof MetadataFacts, unknown>> = {
  issuerUrl: '',
  endpoint: '',
  requestBinding: 'Redirect',
  idP: '',
  nameIdFormat: '',
  enableSignAuthnRequest: false,
};

interface Followed {
  /** The fields to change. */
  changes: Partial<MetadataFacts>;
  /** The fields that somebody gave another value. */
  differing: string[];
}

/**
 * A field follows the metadata while it has the value of the last ones, or none. Another value is somebody's choice and stays, and so does
 * a field that a custom resource manages.
 */
export function follow(
  provider: Provider,
  facts: MetadataFacts,
  { last, locked }: { last: Partial<MetadataFacts>; locked: readonly string[] },
): Followed {
  const other = metadataFields.filter((field) => !isSameSamlValue(provider[field], facts[field]));
  const isFree = (field: keyof MetadataFacts) =>
    !locked.includes(field) &&
    (isSameSamlValue(provider[field], untouched[field]) ||
      (field in last && isSameSamlValue(provider[field], last[field])));
  return {
    changes: Object.fromEntries(other.filter(isFree).map((field) => [field, facts[field]])),
    differing: other.filter((field) => !isFree(field)),
  };
}
