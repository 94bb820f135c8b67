import { Button } from '../frame/Button.tsx';
import { t } from '../words.ts';
import { CodeForm } from './CodeForm.tsx';
import { QrCode } from './QrCode.tsx';

interface Props {
  enrolment: { secret: string; uri: string; until?: string };
  isBusy: boolean;
  confirm: (code: string) => void;
  /** Within the grace period the user may go on without it. */
  later?: () => void;
}

/** Sets up an app for one-time codes: its QR code, its key for typing, and its first code. */
export function Enrol({ enrolment: { secret, uri, until }, isBusy, confirm, later }: Props) {
  const date = until && new Date(until).toLocaleDateString(document.documentElement.lang);
  return (
    <>
      <p>{t('enrolLead')}</p>
      <QrCode text={uri} label={t('enrolQr')} />
      <details>
        <summary>{t('enrolNoCamera')}</summary>
        <p>{t('enrolKey')}</p>
        <code className="factor-key">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </details>
      <CodeForm isBusy={isBusy} ask={async () => {}} prove={({ factorCode = '' }) => confirm(factorCode)} />
      {later && (
        <Button look="link" onClick={later}>
          {t('enrolLater', { date: date ?? '' })}
        </Button>
      )}
    </>
  );
}
