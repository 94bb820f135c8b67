import { t } from '../words.ts';

/** The place of content that is on its way. */
export const Loading = () => (
  <div className="waiting" role="status">
    <span className="spinner" aria-hidden="true" />
    {t('loading')}
  </div>
);
