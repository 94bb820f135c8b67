import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { registry } from '../kinds.ts';
import { daysUntil, isSoon, useDashboard } from '../pages/home/dashboard.ts';
import { paths } from '../paths.ts';
import { type Account, isAdministrator } from '../session/account.ts';

/** Something that failed, or that will fail unless an administrator acts. */
export interface Warning {
  /** The cause. A warning stays read as long as its cause stays the same. */
  key: string;
  tone: 'warning' | 'danger';
  title: string;
  path: string;
  isRead: boolean;
}

const storage = 'readWarnings';

/** The warnings for administrators. Each stays until its cause is gone; this store keeps only which are read. */
export function useWarnings(account: Account) {
  const { t } = useTranslation('home');
  const { data } = useDashboard(undefined, isAdministrator(account));
  const [readKeys, setReadKeys] = useState<readonly string[]>(() => JSON.parse(localStorage.getItem(storage) ?? '[]'));
  const { certs = [], failingSyncers = [] } = data ?? {};
  const editorOf = (kind: string, name: string) => paths.editor(registry.named(kind), { owner: 'admin', name });
  const found = [
    ...certs
      .filter(({ expireTime }) => isSoon(expireTime))
      .map(({ name, displayName, expireTime }) => {
        const count = daysUntil(expireTime);
        const shown = { name: displayName || name, count };
        return {
          key: `cert ${name} ${expireTime} ${count < 0}`,
          tone: count < 0 ? ('danger' as const) : ('warning' as const),
          title: count < 0 ? t('certEnded', shown) : t('certEnds', shown),
          path: editorOf('cert', name),
        };
      }),
    ...failingSyncers.map(({ name }) => ({
      key: `syncer ${name}`,
      tone: 'danger' as const,
      title: t('syncerFails', { name }),
      path: editorOf('syncer', name),
    })),
  ];
  const warnings: Warning[] = found.map((each) => ({ ...each, isRead: readKeys.includes(each.key) }));
  return {
    warnings,
    read(keys: readonly string[] = found.map(({ key }) => key)) {
      // Forget the read marks of warnings that are gone.
      const next = found.map(({ key }) => key).filter((key) => readKeys.includes(key) || keys.includes(key));
      localStorage.setItem(storage, JSON.stringify(next));
      setReadKeys(next);
    },
  };
}
