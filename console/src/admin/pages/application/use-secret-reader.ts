import type { Row } from '@doorwright/crds';
import { useNotify } from '../../ui/Notices.tsx';
import { useSecret } from './use-secret.ts';

/** The secret as far as it is read, and a function that reads it once, because each reading is recorded, and tells a failure. */
export function useSecretReader(object: Row) {
  const notify = useNotify();
  const { data, isFetching, refetch } = useSecret(object);
  const isUnread = object.clientType === 'confidential' && data === undefined;
  const read = async (): Promise<string | undefined> => {
    if (!isUnread) return data ?? '';
    const { data: secret, error } = await refetch({ cancelRefetch: false });
    if (error) notify('danger', error.message);
    return secret;
  };
  return { secret: data, isUnread, isFetching, read };
}
