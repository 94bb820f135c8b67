import { t } from '../words.ts';
import { Button } from './Button.tsx';
import { Problem } from './Problem.tsx';

/**
 * The page for a file that could not be loaded. Its words came with the HTML, because the file with the words may
 * be the missing one.
 */
export const PageFailed = () => (
  <Problem title={t('pageFailed')} action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}>
    {t('pageFailedLead')}
  </Problem>
);
