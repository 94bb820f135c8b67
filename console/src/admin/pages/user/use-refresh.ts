import type { Row } from '@doorwright/crds';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { call } from '../../http/call.ts';

/**
 * Reloads these fields after a change outside the form and keeps the typed values of the others. It also takes the new version.
 * Otherwise the next save would conflict.
 */
export function useRefresh(user: { owner: string; name: string }) {
  const queries = useQueryClient();
  const { reset, setValue, getValues, formState } = useFormContext<Row>();
  const { dirtyFields } = formState;
  return async (...fields: readonly string[]) => {
    const { data } = await call<Row>('get-user', { query: { id: `${user.owner}/${user.name}` } });
    const typed = Object.keys(dirtyFields).filter((name) => !fields.includes(name));
    const values = getValues();
    reset(data);
    for (const name of typed) setValue(name, values[name], { shouldDirty: true });
    void queries.invalidateQueries({ queryKey: ['account'] });
    void queries.invalidateQueries({ queryKey: ['user', 'list'] });
  };
}
