import type { Row } from '@doorwright/crds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../http/call.ts';
import { paths } from '../../../paths.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { syncKey } from '../../sync/runs.ts';
import type { Person, Synced } from './people.ts';

const names = (people: readonly Person[] | null) => (people ?? []).map(({ cn }) => cn).join(', ');

/** Makes users of chosen people. If all became users, the list of users follows. */
export function useSyncPeople({ owner, id }: Row) {
  const { t } = useTranslation('sync-runs');
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (people: readonly Person[]) => {
      const query = { owner: String(owner), ldapId: String(id) };
      return (await call<Synced>('sync-ldap-users', { kind: 'ldap', query, body: people })).data;
    },
    onSuccess({ exist, failed }, people) {
      if (exist?.length) notify('danger', t('directory.exist', { names: names(exist) }));
      if (failed?.length) notify('danger', t('directory.failed', { names: names(failed) }));
      if (exist?.length || failed?.length) return;
      notify('success', t('directory.synced', { count: people.length }));
      void navigate(paths.usersOf(String(owner)));
    },
    onError: (error) => notify('danger', error.message),
    onSettled() {
      void queries.invalidateQueries({ queryKey: [...syncKey, 'existing'] });
      void queries.invalidateQueries({ queryKey: ['user', 'list'] });
    },
  });
}
