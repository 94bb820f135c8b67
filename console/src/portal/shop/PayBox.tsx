import type { Product } from '@doorwright/crds/kinds/product.ts';
import { useState } from 'react';
import { call } from '../call.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { ServiceBadge } from '../services/ServiceBadge.tsx';
import { type Sentence, said, t, type Word } from '../words.ts';
import { type ShownChannel, shownChannels } from './channels.ts';
import type { Sale } from './use-sale.ts';

interface Props extends Pick<Sale, 'product' | 'channels'> {
  /** The server has refused, so the product may have changed. */
  onRefused: () => void;
}

/** Why nobody can buy the product now. */
function whyNot({ state, quantity }: Product, channels: readonly unknown[]): Word | undefined {
  if (state !== 'Published') return 'shopNotInSale';
  if (quantity <= 0) return 'shopSoldOut';
  return channels.length === 0 ? 'shopNoChannel' : undefined;
}

/** One button for each way to pay. The server makes the order, and the browser goes where it is paid. */
export function PayBox({ product, channels, onRefused }: Props) {
  const [placing, setPlacing] = useState('');
  const [failure, setFailure] = useState<Sentence>('');
  const reason = whyNot(product, channels);

  /** After success the button stays busy, because the page is about to leave. */
  async function place({ name }: ShownChannel) {
    setFailure('');
    setPlacing(name);
    try {
      const query = { id: `admin/${product.name}`, providerName: name };
      const { data } = await call<string>('buy-product', { query, body: {} });
      location.assign(data);
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
                {channel.label}
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
