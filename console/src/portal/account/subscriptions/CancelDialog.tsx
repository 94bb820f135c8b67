import { Dialog } from '../../dialog/Dialog.tsx';
import { Button } from '../../frame/Button.tsx';
import { channelLabel } from '../../shop/channel-label.ts';
import { t } from '../../words.ts';
import { dateText } from '../moment.ts';
import type { OwnSubscription } from './subscription.ts';

interface Props {
  subscription: OwnSubscription;
  isBusy: boolean;
  onClose: () => void;
  onCancel: () => void;
}

/** Asks before a subscription is cancelled. */
export function CancelDialog({ subscription, isBusy, onClose, onCancel }: Props) {
  const { planDisplayName: plan, state, endDate, renewalTime, renewalType } = subscription;
  return (
    <Dialog
      title={t('accountSubscriptionCancelOf', { plan })}
      width={440}
      // "Cancel" could mean both.
      cancel={t('back')}
      submit={
        <Button type="submit" look="danger" isBusy={isBusy}>
          {t('accountSubscriptionCancelOf', { plan })}
        </Button>
      }
      onClose={onClose}
      onSubmit={onCancel}
    >
      <p>
        {state === 'PastDue'
          ? t('accountSubscriptionCancelGrace', { plan })
          : t('accountSubscriptionCancelLead', { plan, date: dateText(endDate) })}
      </p>
      {renewalTime && <p>{t('accountSubscriptionCancelRenewal', { service: channelLabel(renewalType) })}</p>}
    </Dialog>
  );
}
