import { Button } from '../../../frame/Button.tsx';
import { t } from '../../../words.ts';
import { deviceName } from '../../device-name.ts';
import { momentText } from '../../moment.ts';
import type { TrustedDevice } from './use-factors.ts';

interface Props {
  devices: readonly TrustedDevice[];
  /** The action that runs. */
  busy: string;
  /** Without it, nothing can be changed. */
  forget: ((device: string) => void) | undefined;
}

/** The browsers that need no second factor. The trust in each ends alone, or in all at once. */
export function TrustedDevices({ devices, busy, forget }: Props) {
  return (
    <>
      <h3>{t('devicesTitle')}</h3>
      <ul className="things" aria-label={t('devicesTitle')}>
        {devices.map(({ id, isThis, userAgent, clientIp, createdTime, expireTime }) => (
          <li key={id}>
            <div className="what">
              <strong>{deviceName(userAgent)}</strong>{' '}
              {isThis && <span className="mark">{t('accountThisDevice')}</span>}
              <small>{t('deviceTrusted', { time: momentText(createdTime), address: clientIp })}</small>
              <small>{t('deviceUntil', { time: momentText(expireTime) })}</small>
            </div>
            {forget && (
              <Button
                look="danger"
                isBusy={busy === id}
                aria-label={`${t('deviceForget')}: ${deviceName(userAgent)}, ${momentText(createdTime)}`}
                onClick={() => forget(id)}
              >
                {t('deviceForget')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {forget && devices.length > 1 && (
        <div className="actions">
          <Button look="danger" isBusy={busy === 'devices'} onClick={() => forget('')}>
            {t('devicesForget', { count: devices.length })}
          </Button>
        </div>
      )}
    </>
  );
}
