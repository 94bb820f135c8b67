import { Alert, AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Tone = 'success' | 'danger';
type Notify = (tone: Tone, title: string) => void;

interface Notice {
  id: number;
  tone: Tone;
  title: string;
}

const NotifyContext = createContext<Notify>(() => {});

/** Tells how something went that was asked for. What failed stays until it is closed. */
export const useNotify = () => useContext(NotifyContext);

export function Notices({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const notify = useCallback<Notify>((tone, title) => {
    setNotices((present) => [...present, { id: (present.at(-1)?.id ?? 0) + 1, tone, title }]);
  }, []);
  const close = (id: number) => setNotices((present) => present.filter((notice) => notice.id !== id));
  return (
    <NotifyContext value={notify}>
      {children}
      <AlertGroup isToast isLiveRegion aria-label={t('console:notices')}>
        {notices.map(({ id, tone, title }) => (
          <Alert
            key={id}
            variant={tone}
            title={title}
            timeout={tone === 'success' && 6000}
            onTimeout={() => close(id)}
            actionClose={<AlertActionCloseButton aria-label={t('close')} onClose={() => close(id)} />}
          />
        ))}
      </AlertGroup>
    </NotifyContext>
  );
}
