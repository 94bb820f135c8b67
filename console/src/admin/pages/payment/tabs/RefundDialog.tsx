import type { Row } from '@doorwright/crds';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { exponents } from '@doorwright/crds/values/currencies.ts';
import { amountOf, decimalOf } from '@doorwright/crds/values/money.ts';
import {
  Button,
  FormGroup,
  InputGroup,
  InputGroupItem,
  InputGroupText,
  Radio,
  TextInput,
} from '@patternfly/react-core';
import { useState } from 'react';
import { priceText } from '../../../../shared/price-text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { useRefund } from './use-refund.ts';

interface Props {
  payment: Row;
  onRefunded: () => void;
  onClose: () => void;
}

/** Asks how much goes back and why, and once more before the money goes. */
export function RefundDialog({ payment, onRefunded, onClose }: Props) {
  const { t, language } = useTranslation('sales');
  const { amount, refundedAmount, currency, user } = payment as unknown as Payment;
  const left = amount - refundedAmount;
  const [isWhole, setWhole] = useState(true);
  const [part, setPart] = useState('');
  const [reason, setReason] = useState('');
  const [isSure, setSure] = useState(false);
  const chosen = isWhole ? left : amountOf(part, currency);
  const isFitting = chosen !== undefined && chosen > 0 && chosen <= left;
  const textOf = (money: number) =>
    priceText(decimalOf({ amount: money, currency }) as `${number}`, currency, language);
  const refund = useRefund(payment, {
    order: { ...(!isWhole && { price: Number(part) }), reason: reason.trim() },
    onDone() {
      onRefunded();
      onClose();
    },
    onFailed: () => setSure(false),
  });

  if (isSure)
    return (
      <ConfirmDialog
        title={t('refunds.sure', { price: textOf(chosen ?? 0) })}
        about={t('refunds.sureAbout', { user })}
        stay={t('common:cancel')}
        onStay={() => setSure(false)}
      >
        <Button variant="danger" isLoading={refund.isPending} isDisabled={refund.isPending} onClick={refund.send}>
          {t('refunds.send')}
        </Button>
      </ConfirmDialog>
    );
  return (
    <FormDialog
      title={t('refunds.dialog')}
      about={t('refunds.about')}
      action={t('refunds.next')}
      problem={refund.problem}
      isBusy={false}
      isReady={isFitting && reason.trim() !== ''}
      onSubmit={() => setSure(true)}
      onClose={onClose}
    >
      <FormGroup role="radiogroup" fieldId="refund-size" label={t('refunds.price')}>
        <Radio
          id="refund-whole"
          name="refund-size"
          label={t('refunds.whole', { price: textOf(left) })}
          isChecked={isWhole}
          onChange={() => setWhole(true)}
        />
        <Radio
          id="refund-part"
          name="refund-size"
          label={t('refunds.part')}
          isChecked={!isWhole}
          onChange={() => setWhole(false)}
        />
      </FormGroup>
      {!isWhole && (
        <FormGroup label={t('refunds.partPrice')} fieldId="refund-price" isRequired>
          <InputGroup className="number">
            <InputGroupItem isFill>
              <TextInput
                id="refund-price"
                type="number"
                min={0}
                max={decimalOf({ amount: left, currency })}
                step={10 ** -exponents[currency]}
                value={part}
                isRequired
                validated={part && !isFitting ? 'error' : 'default'}
                onChange={(_event, text) => setPart(text)}
              />
            </InputGroupItem>
            <InputGroupText>{currency}</InputGroupText>
          </InputGroup>
        </FormGroup>
      )}
      <FormGroup label={t('refunds.reason')} fieldId="refund-reason" isRequired>
        <TextInput
          id="refund-reason"
          value={reason}
          maxLength={200}
          isRequired
          onChange={(_event, text) => setReason(text)}
        />
      </FormGroup>
    </FormDialog>
  );
}
