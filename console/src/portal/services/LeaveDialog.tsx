import { Dialog } from '../dialog/Dialog.tsx';
import { Button } from '../frame/Button.tsx';
import type { Application } from '../page.ts';
import { t } from '../words.ts';
import { rememberAsked, type Service } from './services.ts';

interface Props {
  application: Application;
  service: Service;
  onClose: () => void;
  onContinue: () => void;
}

/** Asks before the visitor leaves for a service, where the application wants that. */
export function LeaveDialog({ application, service, onClose, onContinue }: Props) {
  const values = { service: service.label, application: application.displayName || application.name };
  return (
    <Dialog
      title={t('leaveTitle', values)}
      width={348}
      cancel={t('cancel')}
      submit={<Button type="submit">{t('continue')}</Button>}
      onClose={onClose}
      onSubmit={() => {
        rememberAsked(application.name, service);
        onContinue();
      }}
    >
      <p>{t('leaveLead', values)}</p>
    </Dialog>
  );
}
