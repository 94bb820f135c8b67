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
import { useEventWords } from './event-words.ts';

const tones = { waiting: 'info', sent: 'success', dead: 'danger' } as const;

/** The deliveries of a page. A row opens to its attempts. */
export function DeliveryTable({ webhook, rows }: { webhook: string; rows: readonly Delivery[] }) {
  const { t, language } = useTranslation('webhook-deliveries');
  const word = useEventWords();
  const [opened, setOpened] = useState('');
  const heads = [t('time'), t('event'), t('object'), t('state'), t('tries'), t('duration')];
  const cellsOf = ({ id, createdTime, event, object, state, tries, duration }: Delivery) => [
    <Time key={id} moment={createdTime} />,
    word(event),
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

/** Sends a delivery again, under the same id, or one that waits at once. A disabled webhook sends none. */
function SendAgain({ webhook, delivery: { id, event, state, waitsFor } }: { webhook: string; delivery: Delivery }) {
  const { t } = useTranslation('webhook-deliveries');
  const word = useEventWords();
  const notify = useNotify();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => call('resend-webhook-delivery', { query: { id: `admin/${webhook}` }, body: { delivery: id } }),
    onError: (error) => notify('danger', error.message),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['webhook', 'deliveries', webhook] }),
  });
  const words = state === 'waiting' ? 'sendNow' : 'sendAgain';
  if (waitsFor === 'webhook') return null;
  return (
    <Button
      variant="link"
      isInline
      isLoading={send.isPending}
      aria-label={t(`${words}Of`, { event: word(event) })}
      onClick={() => send.mutate()}
    >
      {t(words)}
    </Button>
  );
}
