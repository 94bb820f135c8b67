import type { Kind, Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../http/call.ts';
import { paths } from '../paths.ts';
import { isGlobalAdmin, useAccount } from '../session/account.ts';
import { useNotify } from '../ui/Notices.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { startOf } from './starts.ts';

/** Has the server make an object with the defaults and opens it, to be completed or given up. */
export function AddButton({ kind, organization }: { kind: Kind; organization?: string }) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const account = useAccount();
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const home = account?.owner ?? '';
  // Who administers one organization adds to no other.
  const owners = { home, organization: account && isGlobalAdmin(account) ? organization : home };
  const add = useMutation({
    mutationFn: async () => (await call<string>(`add-${kind.name}`, { body: startOf(kind, owners) })).data2 as Row,
    onSuccess: (object) => {
      void queries.invalidateQueries({ queryKey: [kind.name, 'list'] });
      navigate(paths.editor(kind, object), { state: { mode: 'add' } });
    },
    onError: (error) => notify('danger', t('failedToAdd', { kind: words.title, error: error.message })),
  });
  return (
    <Button onClick={() => add.mutate()} isLoading={add.isPending} isDisabled={add.isPending}>
      {t('add')}
    </Button>
  );
}
