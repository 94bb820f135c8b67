import { Button, Label } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { Attempts } from './Attempts.tsx';
import type { Delivery } from './deliveries.ts';

const tones = { waiting: 'info', sent: 'success', dead: 'danger' } as const;

/** The deliveries of a page. A row opens to its attempts. */
export function DeliveryTable({ webhook, rows }: { webhook: string; rows: readonly Delivery[] }) {
  const { t, language } = useTranslation('webhook-deliveries');
  const [opened, setOpened] = useState('');
  const heads = [t('time'), t('event'), t('object'), t('state'), t('tries'), t('duration')];
  const cellsOf = ({ id, createdTime, event, object, state, tries, duration }: Delivery) => [
    <Time key={id} moment={createdTime} />,
    event,
    <bdi key="object">{object || '–'}</bdi>,
    <Label key="state" status={tones[state]} isCompact>
      {t(`states.${state}`)}
    </Label>,
    tries.toLocaleString(language),
    tries === 0 ? '–' : t('milliseconds', { value: duration.toLocaleString(language) }),
  ];
  return (
    <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('title')}>
      <Thead>
        <Tr>
          <Th screenReaderText={t('attempts')} />
          {heads.map((head) => (
            <Th key={head}>{head}</Th>
          ))}
          <Th screenReaderText={t('common:action')} />
        </Tr>
      </Thead>
      {rows.map((row, rowIndex) => {
        const isExpanded = row.id === opened;
        return (
          <Tbody key={row.id} isExpanded={isExpanded}>
            <Tr isContentExpanded={isExpanded}>
              <Td
                expand={{
                  ...{ rowIndex, isExpanded, expandId: 'delivery' },
                  onToggle: () => setOpened(isExpanded ? '' : row.id),
                }}
              />
              {cellsOf(row).map((cell, at) => (
                <Td key={heads[at]} dataLabel={heads[at] ?? ''} modifier="breakWord">
                  {cell}
                </Td>
              ))}
              <Td>
                <SendAgain webhook={webhook} delivery={row} />
              </Td>
            </Tr>
            {isExpanded && (
              <Tr isExpanded>
                <Td colSpan={heads.length + 2}>
                  <div className="deliveries-opened">
                    <Attempts delivery={row} />
                  </div>
                </Td>
              </Tr>
            )}
          </Tbody>
        );
      })}
    </Table>
  );
}

/** Sends a delivery again, under the same id. One that waits is sent by itself. */
function SendAgain({ webhook, delivery: { id, event, state } }: { webhook: string; delivery: Delivery }) {
  const { t } = useTranslation('webhook-deliveries');
  const notify = useNotify();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => call('resend-webhook-delivery', { query: { id: `admin/${webhook}` }, body: { delivery: id } }),
    onError: (error) => notify('danger', error.message),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['webhook', 'deliveries', webhook] }),
  });
  if (state === 'waiting') return null;
  return (
    <Button
      variant="link"
      isInline
      isLoading={send.isPending}
      aria-label={t('sendAgainOf', { event })}
      onClick={() => send.mutate()}
    >
      {t('sendAgain')}
    </Button>
  );
}
