import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../http/call.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { notificationsKey } from './use-notifications.ts';

/** Changes what the server keeps of this person's notifications, and reads them again. */
export function useNotificationCalls() {
  const { t } = useTranslation('notifications');
  const notify = useNotify();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function send(verb: string, body: object, failed: string): Promise<boolean> {
    setBusy(true);
    try {
      await call(verb, { body });
      await client.invalidateQueries({ queryKey: notificationsKey });
      return true;
    } catch (error) {
      notify('danger', t(failed, { error: (error as Error).message }));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    dismiss: (keys: readonly string[]) => send('dismiss-notification', { keys }, 'failedToDismiss'),
    switchDigest: (isOn: boolean) => send('set-notification-digest', { isOn }, 'failedToSwitch'),
  };
}
