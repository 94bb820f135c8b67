import { useState } from 'react';
import { call } from '../../call.ts';
import { Alert } from '../../frame/Alert.tsx';
import { said, t } from '../../words.ts';
import { Loading } from '../Loading.tsx';
import type { SectionProps } from '../section.ts';
import { useList } from '../use-list.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { Subscription } from './Subscription.tsx';
import type { OwnSubscription } from './subscription.ts';

/** The plans that the user has, and how to keep, change or end them. */
export function Subscriptions({ account: { isImpersonated }, tell }: SectionProps) {
  const { rows, failure, busy, act } = useList<OwnSubscription>('get-own-subscriptions');
  const [asked, setAsked] = useState<OwnSubscription>();

  async function set(what: 'cancel' | 'resume', { id, planDisplayName: plan }: OwnSubscription): Promise<void> {
    const isDone = await act(id, () => call(`${what}-subscription`, { query: { id }, body: {} }));
    setAsked(undefined);
    const word = what === 'cancel' ? 'accountSubscriptionCancelled' : 'accountSubscriptionResumed';
    if (isDone) tell({ word, values: { plan } });
  }

  return (
    <section className="panel" aria-label={t('accountSubscriptions')}>
      <Alert>{said(failure)}</Alert>
      {!rows && !failure && <Loading />}
      {rows?.length === 0 && <p>{t('accountSubscriptionsNone')}</p>}
      <ul className="things">
        {rows?.map((each) => (
          <li key={each.id}>
            <Subscription
              subscription={each}
              isFixed={isImpersonated}
              isBusy={busy === each.id}
              onCancel={() => setAsked(each)}
              onResume={() => void set('resume', each)}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <CancelDialog
          subscription={asked}
          isBusy={busy === asked.id}
          onClose={() => setAsked(undefined)}
          onCancel={() => void set('cancel', asked)}
        />
      )}
    </section>
  );
}
