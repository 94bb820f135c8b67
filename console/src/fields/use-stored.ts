import type { Row } from '@doorwright/crds';
import { useFormContext } from 'react-hook-form';

/** What the object of the form is called by everybody else: the name that is stored, not the one that may stand in the form. */
export function useStored(): { owner: string; name: string } {
  const { owner, name } = useFormContext<Row>().formState.defaultValues ?? {};
  return { owner: String(owner), name: String(name) };
}
