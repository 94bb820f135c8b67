import { useEffect, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';

/** Whether the server now serves another build of the console than this page. */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  const page = await fetch('/', { headers: { Accept: 'text/html' } });
  return page.ok && !(await page.text()).includes(new URL(own).pathname);
}

/** The probable reason why a file of the console failed to load. */
export function useFileFailed(): string {
  const { t } = useTranslation('console');
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    isOutdated().then(setOld, () => {});
  }, []);
  return t(isOld ? 'newVersion' : 'fileFailed');
}
