import type { Row } from '@doorwright/crds';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../http/call.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { idOf, type Refund } from './payment-queries.ts';

interface Order {
  /** Without it, all that is left goes back. */
  price?: number;
  reason: string;
}

const newId = () => crypto.randomUUID().replaceAll('-', '');

/**
 * Gives money of a payment back. The same wish keeps its ID: a second press, and a try after a lost answer, are the same repayment at the
 * server.
 */
export function useRefund(
  payment: Row,
  { order, onDone, onFailed }: { order: Order; onDone: () => void; onFailed: () => void },
) {
  const { t } = useTranslation('sales');
  const notify = useNotify();
  const wish = useRef({ of: '', id: '' });
  const of = JSON.stringify(order);
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      if (wish.current.of !== of) wish.current = { of, id: newId() };
      const body = { ...order, id: wish.current.id };
      return (await call<Refund>('refund-payment', { query: { id: idOf(payment) }, body })).data;
    },
    onSuccess({ state, message }) {
      if (state === 'failed') notify('danger', t('refunds.failed', { message }));
      else notify('success', t(`refunds.${state === 'done' ? 'isDone' : 'isPending'}`));
      onDone();
    },
    onError: onFailed,
  });
  return { send: () => mutate(), isPending, problem: error?.message };
}
