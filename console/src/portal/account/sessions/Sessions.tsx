import { call } from '../../call.ts';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { said, t } from '../../words.ts';
import { addressText } from '../address-text.ts';
import { deviceName } from '../device-name.ts';
import { Loading } from '../Loading.tsx';
import { momentText } from '../moment.ts';
import type { SectionProps } from '../section.ts';
import { useList } from '../use-list.ts';

interface Session {
  id: string;
  isThis: boolean;
  createdTime: string;
  lastSeenTime: string;
  clientIp: string;
  country: string;
  userAgent: string;
  isImpersonated: boolean;
  applications: { name: string; displayName: string }[];
}

const nameOf = ({ userAgent }: Session): string => deviceName(userAgent);

/** The browsers in which the user is signed in. */
export function Sessions({ account, tell }: SectionProps) {
  const { rows, failure, busy, act } = useList<Session>('get-account-sessions');
  const mayEnd = !account.isImpersonated;

  const end = (key: string, body: object, done: 'accountSessionEnded' | 'accountOthersEnded') =>
    act(key, () => call('end-account-sessions', { body })).then((isDone) => {
      if (isDone) tell({ word: done });
    });

  return (
    <section className="panel" aria-label={t('accountSessions')}>
      <Alert>{said(failure)}</Alert>
      {!rows && !failure && <Loading />}
      <ul className="things">
        {rows?.map((session) => (
          <li key={session.id}>
            <div className="what">
              <strong>{nameOf(session)}</strong>{' '}
              {session.isThis && <span className="mark">{t('accountThisDevice')}</span>}
              {session.isImpersonated && <span className="mark">{t('accountBySupport')}</span>}
              <small>
                {t('accountSignedInFrom', { time: momentText(session.createdTime), address: addressText(session) })}
              </small>
              <small>{t('accountLastSeen', { time: momentText(session.lastSeenTime) })}</small>
              {session.applications.length > 0 && (
                <small>
                  {t('accountUsedFor', {
                    applications: session.applications.map(({ name, displayName }) => displayName || name).join(', '),
                  })}
                </small>
              )}
            </div>
            {mayEnd && !session.isThis && (
              <Button
                look="danger"
                isBusy={busy === session.id}
                aria-label={`${t('accountEndSession')}: ${nameOf(session)}, ${momentText(session.createdTime)}`}
                onClick={() => void end(session.id, { sessions: [session.id] }, 'accountSessionEnded')}
              >
                {t('accountEndSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEnd && (rows?.length ?? 0) > 1 && (
        <div className="actions">
          <Button
            look="danger"
            isBusy={busy === 'others'}
            onClick={() => void end('others', { others: true }, 'accountOthersEnded')}
          >
            {t('accountEndOthers')}
          </Button>
        </div>
      )}
    </section>
  );
}
