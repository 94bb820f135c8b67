import { t } from '../../words.ts';
import type { SectionProps } from '../section.ts';
import { Deletion } from './Deletion.tsx';

/** A copy of the user's data, and the end of their account. */
export const Privacy = (props: SectionProps) => (
  <>
    <section className="panel" aria-label={t('accountData')}>
      <h2>{t('accountData')}</h2>
      <p className="lead">{t('accountDataLead')}</p>
      {!props.account.isImpersonated && (
        <div className="actions">
          <a className="button secondary" href="/api/get-account-data" download>
            {t('accountDataDownload')}
          </a>
        </div>
      )}
    </section>
    <Deletion {...props} />
  </>
);
