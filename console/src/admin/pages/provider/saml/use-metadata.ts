import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isSameSamlValue } from '@doorwright/crds/providers/saml/same-value.ts';
import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../http/call.ts';
import type { MetadataSource } from '../../metadata/MetadataForm.tsx';

/** Metadata come from a text, or from the address in the form. */
interface Read {
  source: MetadataSource;
  /** The fields of the form that the metadata would change. */
  changes: Readonly<Record<string, unknown>>;
}

/** Reads metadata into the form of a provider. A custom resource keeps the fields that it manages. */
export function useMetadata({ name, managedFields }: Row) {
  const managed = (managedFields ?? []) as readonly string[];
  const { getValues, setValue } = useFormContext<Row>();

  const read = useMutation({
    async mutationFn(source: MetadataSource): Promise<Read> {
      const { metadataCert, requestBinding } = getValues() as Row & Provider;
      const body = { provider: name, metadataCert, requestBinding, ...source };
      const { data } = await call<Row>('read-saml-metadata', { body, kind: 'provider' });
      const values = getValues();
      const isChanged = ([field, value]: [string, unknown]) =>
        !managed.includes(field) && !isSameSamlValue(values[field], value);
      return { source, changes: Object.fromEntries(Object.entries(data).filter(isChanged)) };
    },
  });

  function apply({ source, changes }: Read): void {
    const taken = { ...changes, ...('metadata' in source && { metadata: source.metadata }) };
    for (const [field, value] of Object.entries(taken))
      if (!managed.includes(field)) setValue(field, value, { shouldDirty: true, shouldValidate: true });
    read.reset();
  }

  return { read, apply };
}
