import { Door } from '../frame/Door.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';

/** The page of a user who signed in for no service. */
export function SignedInHere({ application, organization, account, params }: PageProps) {
  const address = [params.owner, params.app].map((part = '') => encodeURIComponent(part)).join('/');
  return (
    <Door application={application} organization={organization} title={t('casSignedIn')} lead={t('casSignedInLead')}>
      <p>{account && t('signedInAs', { name: account.displayName || account.name })}</p>
      <p className="foot">
        <a href={`/cas/${address}/logout`}>{t('logout')}</a>
      </p>
    </Door>
  );
}
