import type { Row } from '@doorwright/crds';
import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../http/call.ts';
import type { MetadataSource } from '../../metadata/MetadataForm.tsx';
import { type ListRow, withProvider } from './with-provider.ts';

const field = 'samlServiceProviders';
/** What metadata do not say. An entry that is there keeps its own. */
const usual = { signs: 'both', idpInitiated: false };

/** Reads metadata into the form. The entry of the same entity id gets the new values. */
export function useServiceProvider(onTaken: (found: Row) => void) {
  const { getValues, setValue } = useFormContext<Row>();
  return useMutation({
    async mutationFn(source: MetadataSource): Promise<Row> {
      return (await call<Row>('read-saml-service-provider', { body: source, kind: 'application' })).data;
    },
    onSuccess(found) {
      const now = (getValues(field) ?? []) as ListRow[];
      setValue(field, withProvider(now, found, usual), { shouldDirty: true, shouldValidate: true });
      onTaken(found);
    },
  });
}
