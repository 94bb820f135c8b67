import { useState } from 'react';
import { RecoveryCodes } from '../../../factor/RecoveryCodes.tsx';
import { Alert } from '../../../frame/Alert.tsx';
import { Button } from '../../../frame/Button.tsx';
import { said, t } from '../../../words.ts';
import type { SectionProps } from '../../section.ts';
import { useFactors } from '../factor/use-factors.ts';

/** The recovery codes of a user with a second factor. New ones replace all old ones, and are shown once. */
export function Recovery({ account, tell }: SectionProps) {
  const { found, failure, busy, act, changed } = useFactors();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const had = found?.factors.find(({ type }) => type === 'recovery');
  if (!found?.factors.some(({ type }) => type !== 'recovery')) return null;

  async function renew() {
    const renewed = await act<string[]>('renew', 'new-recovery-codes');
    if (renewed) setCodes(renewed.data);
  }

  function kept() {
    setCodes([]);
    changed();
    tell({ word: 'recoveryRenewed' });
  }

  return (
    <section className="panel" id="recovery-codes" aria-label={t('recoveryTitle')}>
      <h2>{t('recoveryTitle')}</h2>
      <p className="lead">{t('recoveryLeft', { count: had?.left ?? 0 })}</p>
      <Alert>{said(failure)}</Alert>
      {codes.length > 0 && <RecoveryCodes codes={codes} onKept={kept} />}
      {codes.length === 0 && !account.isImpersonated && (
        <Button look="secondary" isBusy={busy === 'renew'} onClick={() => void renew()}>
          {t('recoveryRenew')}
        </Button>
      )}
    </section>
  );
}
