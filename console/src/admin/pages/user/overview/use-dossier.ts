import type { Row } from '@doorwright/crds';
import { useQueryClient } from '@tanstack/react-query';
import { useFormState } from 'react-hook-form';
import { readObject } from '../../../editor/read-object.ts';
import { registry } from '../../../kinds.ts';
import { idOf, whomOf } from './standing.ts';

const kind = registry.named('user');

/** The stored user, also after a change in another tab. */
export const useStored = (): Row => useFormState<Row>().defaultValues as Row;

/** Reads everything about the user again, after an action. What was typed in the form stays. */
export function useRefreshed(user: Row, refresh: (stored: Row) => void): () => Promise<void> {
  const queries = useQueryClient();
  const whom = whomOf(user);
  return async () => {
    const about = [idOf(whom), whom.name];
    const isAbout = (key: readonly unknown[]) => key[1] !== 'one' && key.some((part) => about.includes(part as string));
    await Promise.all([
      readObject(kind, { owner: whom.owner, key: whom.name }, {}).then(refresh),
      queries.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey) }),
      queries.invalidateQueries({ queryKey: [kind.name, 'list'] }),
      queries.invalidateQueries({ queryKey: ['account'] }),
    ]);
  };
}
