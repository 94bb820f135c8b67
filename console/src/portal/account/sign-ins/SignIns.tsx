import { useRef, useState } from 'react';
import { call } from '../../call.ts';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { useOnce } from '../../frame/use-once.ts';
import { type Sentence, said, t, type Word } from '../../words.ts';
import { addressText } from '../address-text.ts';
import { Loading } from '../Loading.tsx';
import { momentText } from '../moment.ts';

interface SignIn {
  time: string;
  isDone: boolean;
  how: 'page' | 'passkey' | 'session' | 'program' | 'support';
  clientIp: string;
  country: string;
  device: string;
  application?: { name: string; displayName: string };
}

const ways: Partial<Record<SignIn['how'], Word>> = {
  passkey: 'accountSignInPasskey',
  session: 'accountSignInSession',
  program: 'accountSignInProgram',
  support: 'accountBySupport',
};

/** The list so far. More of it comes at the end, and the focus moves to the first of them. */
function useSignIns() {
  const [rows, setRows] = useState<SignIn[]>();
  const [next, setNext] = useState('');
  const [failure, setFailure] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function read(after: string) {
    setBusy(true);
    setFailure('');
    try {
      const query = after ? { after } : {};
      const { data, data2 } = await call<SignIn[]>('get-account-sign-ins', { query });
      setRows((before = []) => [...before, ...data]);
      setNext(String(data2 ?? ''));
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  }

  async function more() {
    const count = rows?.length ?? 0;
    await read(next);
    requestAnimationFrame(() => (list.current?.children[count] as HTMLElement | undefined)?.focus());
  }

  useOnce(() => void read(''));
  return { rows, failure, isBusy, list, ...(next && { more }) };
}

/** When and where somebody signed in as the user, or tried to. */
export function SignIns() {
  const { rows, failure, isBusy, list, more } = useSignIns();
  return (
    <>
      <section className="panel" aria-label={t('accountSignIns')}>
        <Alert>{said(failure)}</Alert>
        {!rows && !failure && <Loading />}
        {rows?.length === 0 && !more && <p>{t('accountSignInsNone')}</p>}
        <ul className="things" ref={list}>
          {rows?.map((signIn, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
            <li key={at} tabIndex={-1}>
              <Entry {...signIn} />
            </li>
          ))}
        </ul>
        {more && (
          <div className="actions">
            <Button look="secondary" isBusy={isBusy} onClick={() => void more()}>
              {t('accountShowMore')}
            </Button>
          </div>
        )}
      </section>
      <section className="panel" aria-labelledby="not-you">
        <h2 id="not-you">{t('accountNotYou')}</h2>
        <p className="lead">{t('accountNotYouLead')}</p>
        <div className="actions">
          <a className="button secondary" href="/account/security#password">
            {t('accountNotYouPassword')}
          </a>
          <a className="button secondary" href="/account/sessions">
            {t('accountNotYouSessions')}
          </a>
        </div>
      </section>
    </>
  );
}

function Entry({ isDone, how, time, device, application, ...place }: SignIn) {
  const way = ways[how];
  return (
    <div className="what">
      <strong>{t(isDone ? 'accountSignInDone' : 'accountSignInFailed')}</strong>{' '}
      {!isDone && <span className="mark failed">{t('accountSignInRefused')}</span>}
      {way && <span className="mark">{t(way)}</span>}
      <small>{t('accountSignInAt', { time: momentText(time), address: addressText(place) })}</small>
      <small>{device || t('accountDeviceUnknown')}</small>
      {application && (
        <small>{t('accountSignInFor', { application: application.displayName || application.name })}</small>
      )}
    </div>
  );
}
