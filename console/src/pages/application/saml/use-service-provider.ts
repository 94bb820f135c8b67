import type { Row } from '@doorwright/crds';
import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../http/call.ts';

type Source = { metadata: string } | { metadataUrl: string };

const field = 'samlServiceProviders';
/** What metadata do not say. An entry that is there keeps its own. */
const usual = { signs: 'both', idpInitiated: false };

/** Reads metadata into the form. The entry of the same entity id gets the new values. */
export function useServiceProvider(onTaken: (found: Row) => void) {
  const { getValues, setValue } = useFormContext<Row>();
  return useMutation({
    async mutationFn(source: Source): Promise<Row> {
      return (await call<Row>('read-saml-service-provider', { body: source, kind: 'application' })).data;
    },
    onSuccess(found) {
      const now = (getValues(field) ?? []) as Row[];
      const isKnown = now.some(({ entityId }) => entityId === found.entityId);
      const next = isKnown
        ? now.map((each) => (each.entityId === found.entityId ? { ...each, ...found } : each))
        : [...now, { ...usual, ...found }];
      setValue(field, next, { shouldDirty: true, shouldValidate: true });
      onTaken(found);
    },
  });
}
