import './captcha-page.css';
import { useRef, useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { NotFound } from '../frame/NotFound.tsx';
import { useOnce } from '../frame/use-once.ts';
import type { BarePageProps } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';
import { drawCaptcha, isDrawn } from './draw-captcha.ts';
import { tellAround } from './frame-messages.ts';

const narrow = 380;

/**
 * The captcha of a vendor. It is a page of its own, in a frame over the page that asks, because only its policy opens to the vendor
 * (`api/http/page-policy.ts`).
 */
export function CaptchaPage({ params: { type = '' }, query }: BarePageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isWaiting, setWaiting] = useState(true);
  const [isAway, setAway] = useState(false);
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<Sentence>(query.has('again') ? { word: 'captchaFailed' } : '');
  const isAlone = window.parent === window || !isDrawn(type);

  useOnce(() => {
    if (isAlone) return;
    tellAround({ captcha: 'ready' });
    document.querySelector<HTMLElement>('h1')?.focus();
    const [clientId = '', clientId2 = '', appKey = '', subType = ''] = [
      'clientId',
      'clientId2',
      'appKey',
      'subType',
    ].map((name) => query.get(name) ?? '');
    drawCaptcha(
      type,
      { clientId, clientId2, appKey, subType },
      {
        into: place.current as HTMLDivElement,
        language: document.documentElement.lang,
        isDark: document.documentElement.classList.contains('pf-v6-theme-dark'),
        isNarrow: innerWidth < narrow,
      },
      {
        drawn: () => setWaiting(false),
        solved(solution) {
          setToken(solution);
          setProblem('');
        },
        expired() {
          setToken('');
          setProblem({ word: 'captchaExpired' });
        },
        failed() {
          setToken('');
          setWaiting(false);
          setAway(true);
          setProblem({ word: 'captchaAway', values: { type } });
        },
      },
    );
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && tellAround({ captcha: 'closed' });
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  });

  if (isAlone) return <NotFound />;
  return (
    <main className="door captcha">
      <h1 tabIndex={-1}>{t('captcha')}</h1>
      <Alert>{said(problem)}</Alert>
      {isWaiting && <span className="spinner" aria-hidden="true" />}
      <div id="captcha" className="place" ref={place} hidden={isAway} aria-busy={isWaiting} />
      <div className="buttons">
        <Button look="secondary" onClick={() => tellAround({ captcha: 'closed' })}>
          {t('cancel')}
        </Button>
        {isAway ? (
          <Button onClick={() => location.reload()}>{t('captchaRetry')}</Button>
        ) : (
          <Button disabled={token === ''} onClick={() => tellAround({ captcha: 'solved', token })}>
            {t('ok')}
          </Button>
        )}
      </div>
    </main>
  );
}
