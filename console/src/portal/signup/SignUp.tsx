import { Door } from '../frame/Door.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';

export function SignUp({ application, organization }: PageProps) {
  return (
    <Door application={application} organization={organization} title={t('signUp')}>
      <p>{application.displayName}</p>
    </Door>
  );
}
