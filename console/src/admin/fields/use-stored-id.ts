import type { Row } from '@doorwright/crds';
import { useFormContext } from 'react-hook-form';

/** The stored name of the form's object, which other objects use. The form can contain a new one. */
export function useStoredId(): { owner: string; name: string } {
  const { owner, name } = useFormContext<Row>().formState.defaultValues ?? {};
  return { owner: String(owner), name: String(name) };
}
