import { t } from '../words.ts';
import { CodeForm } from './CodeForm.tsx';
import { QrCode } from './QrCode.tsx';

interface Props {
  enrolment: { secret: string; uri: string };
  isBusy: boolean;
  confirm: (code: string) => void;
}

/** Sets up an app for one-time codes: its QR code, its key for typing, and its first code. */
export function Enrol({ enrolment: { secret, uri }, isBusy, confirm }: Props) {
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
    </>
  );
}
