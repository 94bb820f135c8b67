import { Door } from '../frame/Door.tsx';
import { t } from '../words.ts';

/** The page after the end of an account. */
export const Deleted = () => (
  <Door title={t('accountDeleted')} lead={t('accountDeletedLead')}>
    <a className="button secondary" href="/login">
      {t('accountToSignIn')}
    </a>
  </Door>
);
