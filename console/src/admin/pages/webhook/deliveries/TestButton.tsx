import { Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** Sends an event with the name `test`. A disabled webhook sends nothing. */
export function TestButton({ webhook, isEnabled }: { webhook: string; isEnabled: boolean }) {
  const { t } = useTranslation('webhook-deliveries');
  const notify = useNotify();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => call('test-webhook', { query: { id: `admin/${webhook}` }, body: {} }),
    onSuccess: () => notify('success', t('testSent')),
    onError: (error) => notify('danger', error.message),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['webhook', 'deliveries', webhook] }),
  });
  return (
    <Button
      variant="secondary"
      isLoading={send.isPending}
      isAriaDisabled={!isEnabled || send.isPending}
      title={isEnabled ? undefined : t('disabled')}
      onClick={() => isEnabled && send.mutate()}
    >
      {t('sendTest')}
    </Button>
  );
}
