import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { registry } from '../kinds.ts';
import { daysUntil, isSoon, useDashboard } from '../pages/home/dashboard.ts';
import { paths } from '../paths.ts';
import { type Account, isAdministrator } from '../session/account.ts';

/** Something that will stop working, or has, unless somebody sees to it. */
export interface Warning {
  /** What it is about; a warning that was read stays read as long as this is the same. */
  key: string;
  tone: 'warning' | 'danger';
  title: string;
  path: string;
  isRead: boolean;
}

const storage = 'readWarnings';

/** What needs an administrator; it stands until it is seen to, and only its having been read is remembered here. */
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
      // What no longer warns need not be remembered.
      const next = found.map(({ key }) => key).filter((key) => readKeys.includes(key) || keys.includes(key));
      localStorage.setItem(storage, JSON.stringify(next));
      setReadKeys(next);
    },
  };
}
