import { type ReactNode, useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { ServiceBadge } from '../services/ServiceBadge.tsx';
import { type Sentence, said, t, type Word } from '../words.ts';
import { type Channel, type ShownChannel, shownChannels } from './channels.ts';

interface Props {
  channels: readonly Channel[];
  /** Why nobody can pay now. */
  reason: Word | undefined;
  /** What the buyer chooses before. */
  children?: ReactNode;
  /** What is paid again and again, in words. Its button says so. */
  each?: string | undefined;
  /** Places the order by a provider. Returns the address where it is paid. */
  order: (provider: string) => Promise<string>;
  /** The server has refused, so what is sold may have changed. */
  onRefused: () => void;
}

/** One button for each way to pay. The server makes the order, and the browser goes where it is paid. */
export function PayBox({ channels, reason, each, order, onRefused, children }: Props) {
  const [placing, setPlacing] = useState('');
  const [failure, setFailure] = useState<Sentence>('');

  /** After success the button stays busy, because the page is about to leave. */
  async function place({ name }: ShownChannel) {
    setFailure('');
    setPlacing(name);
    try {
      location.assign(await order(name));
    } catch (error) {
      setFailure(error as Error);
      setPlacing('');
      onRefused();
    }
  }

  return (
    <section className="pay" aria-labelledby="pay">
      <h2 id="pay">{t('shopPay')}</h2>
      <Alert>{said(failure)}</Alert>
      {children}
      {reason ? (
        <Alert look="info">{t(reason)}</Alert>
      ) : (
        <ul>
          {shownChannels(channels).map((channel) => (
            <li key={channel.name}>
              <Button
                look="secondary"
                isBusy={placing === channel.name}
                disabled={placing !== '' && placing !== channel.name}
                onClick={() => void place(channel)}
              >
                <ServiceBadge {...channel} picture={undefined} />
                {each ? `${channel.label}: ${each}` : channel.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="placing" role="status">
        {placing && (
          <>
            <span className="spinner" aria-hidden="true" /> {t('shopPlacing')}
          </>
        )}
      </p>
    </section>
  );
}
