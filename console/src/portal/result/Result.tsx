import { Door } from '../frame/Door.tsx';
import { GoHome } from '../frame/GoHome.tsx';
import { signInLink } from '../frame/links.ts';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import './result.css';

/** The account exists. Sign-in goes on at the page that led here. */
export function Result({ application, organization, account }: PageProps) {
  if (account) return <GoHome />;
  return (
    <Door
      application={application}
      organization={organization}
      title={t('accountCreated')}
      lead={t('accountCreatedLead')}
    >
      <svg className="done" viewBox="0 0 24 24" width="72" height="72" aria-hidden="true">
        <circle cx="12" cy="12" r="11" />
        <path d="m7 12.5 3.5 3.5L17 9" />
      </svg>
      <a className="button primary" href={signInLink(application)}>
        {t('signIn')}
      </a>
    </Door>
  );
}
