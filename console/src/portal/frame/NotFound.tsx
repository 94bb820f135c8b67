import { t } from '../words.ts';
import { Door } from './Door.tsx';

/** The page for an unknown address. */
export const NotFound = () => (
  <Door title={t('pageNotFound')}>
    <a className="button secondary" href="/">
      {t('backHome')}
    </a>
  </Door>
);
