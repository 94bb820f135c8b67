import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Has the server another console by now than the one that this page began with? */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  const page = await fetch('/', { headers: { Accept: 'text/html' } });
  return page.ok && !(await page.text()).includes(new URL(own).pathname);
}

/** Why a file of the console did not come, as far as one can know. */
export function useFileFailed(): string {
  const { t } = useTranslation('console');
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    isOutdated().then(setOld, () => {});
  }, []);
  return t(isOld ? 'newVersion' : 'fileFailed');
}
