import { t } from '../words.ts';
import { Button } from './Button.tsx';
import { Problem } from './Problem.tsx';

/** A file of the page did not come. The words came with the page itself, since those of its language may be what is missing. */
export const PageFailed = () => (
  <Problem title={t('pageFailed')} action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}>
    {t('pageFailedLead')}
  </Problem>
);
