import './factor.css';
import { useState } from 'react';
import { Button } from '../frame/Button.tsx';
import { Check } from '../frame/Check.tsx';
import { t } from '../words.ts';

interface Props {
  codes: readonly string[];
  isBusy?: boolean;
  /** The user says that they have kept them. */
  onKept: () => void;
}

function download(codes: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Recovery codes, which are shown this once: to copy, to save and to print. */
export function RecoveryCodes({ codes, isBusy = false, onKept }: Props) {
  const [isKept, setKept] = useState(false);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  }

  return (
    <>
      <p>{t('recoveryLead')}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <Button look="secondary" onClick={() => void copy()}>
          {t('recoveryCopy')}
        </Button>
        <Button look="secondary" onClick={() => download(codes)}>
          {t('recoveryDownload')}
        </Button>
        <Button look="secondary" onClick={() => print()}>
          {t('recoveryPrint')}
        </Button>
      </div>
      <span role="status" className="unseen">
        {isCopied && t('recoveryCopied')}
      </span>
      <Check name="kept" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)}>
        {t('recoveryKept')}
      </Check>
      <Button isBusy={isBusy} disabled={!isKept} onClick={onKept}>
        {t('factorContinue')}
      </Button>
    </>
  );
}
