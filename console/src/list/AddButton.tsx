import type { Kind, Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../http/call.ts';
import { CallError } from '../http/exchange.ts';
import { paths } from '../paths.ts';
import { isGlobalAdmin, useAccount } from '../session/account.ts';
import { useNotify } from '../ui/Notices.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { startValues } from './start-values.ts';

const isCalled = (error: unknown, code: string) => error instanceof CallError && error.code === code;

/** Creates an object with the defaults on the server and opens its editor. */
export function AddButton({ kind, organization }: { kind: Kind; organization?: string }) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const account = useAccount();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const notify = useNotify();
  const queries = useQueryClient();
  const home = account?.owner ?? '';
  // An administrator of one organization adds objects to that one only.
  const caller = account?.name ?? '';
  const owners = { home, caller, organization: account && isGlobalAdmin(account) ? organization : home };
  /** The object of a request without an answer. It may exist, so a retry sends the same name. */
  const sent = useRef<Record<string, unknown>>(undefined);
  const add = useMutation({
    mutationFn: async () => {
      const isAgain = sent.current !== undefined;
      const start = sent.current ?? startValues(kind, owners);
      sent.current = start;
      try {
        return (await call<string>(`add-${kind.name}`, { body: start })).data2 as Row;
      } catch (error) {
        if (isAgain && isCalled(error, 'duplicate')) return start as Row;
        if (!isCalled(error, 'unreachable')) sent.current = undefined;
        throw error;
      }
    },
    onSuccess: (object) => {
      sent.current = undefined;
      void queries.invalidateQueries({ queryKey: [kind.name, 'list'] });
      navigate(paths.editor(kind, object), { state: { mode: 'add', from: pathname + search } });
    },
    onError: (error) => notify('danger', t('failedToAdd', { kind: words.title, error: error.message })),
  });
  return (
    <Button onClick={() => add.mutate()} isLoading={add.isPending} isDisabled={add.isPending}>
      {t('add')}
    </Button>
  );
}
