import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { lazy, Suspense } from 'react';
import { Button } from '../frame/Button.tsx';
import { Door } from '../frame/Door.tsx';
import { webAddress } from '../frame/links.ts';
import type { Organization } from '../page.ts';
import { channelLabel } from '../shop/channel-label.ts';
import { t } from '../words.ts';
import { OrderFacts } from './OrderFacts.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { WeChatPay } from './WeChatPay.tsx';

// Only orders with a code need its drawing.
const QrCode = lazy(async () => ({ default: (await import('../factor/QrCode.tsx')).QrCode }));

/** The app whose camera reads the code of a channel. */
const appOf = (type: string) => (type === 'WeChat Pay' ? 'WeChat' : channelLabel(type));

interface Props {
  payment: Payment;
  organization: Organization | undefined;
  /** The page has stopped asking by itself. */
  isResting: boolean;
  onAgain: () => void;
}

/** An order that waits for its payment, and the way to pay. */
export function Open({ payment, organization, isResting, onAgain }: Props) {
  const { qrText, payScript, payUrl, type, expireTime } = payment;
  const title = qrText ? t('orderScan', { app: appOf(type) }) : t('orderWaiting');
  const there = webAddress(payUrl);
  return (
    <Door organization={organization} title={title} isWide>
      {qrText && (
        <Suspense>
          <QrCode text={qrText} label={title} />
        </Suspense>
      )}
      {payScript && <WeChatPay script={payScript} onEnd={onAgain} />}
      {there && (
        <a className="button primary" href={there}>
          {t('orderContinue')}
        </a>
      )}
      <OrderFacts payment={payment} />
      {expireTime && <TimeLeft until={expireTime} />}
      <p className="order-waiting" role="status">
        {!isResting && <span className="spinner" aria-hidden="true" />}
        {t(isResting ? 'orderResting' : 'orderProcessing')}
      </p>
      {isResting && (
        <Button look="secondary" onClick={onAgain}>
          {t('orderCheck')}
        </Button>
      )}
    </Door>
  );
}
