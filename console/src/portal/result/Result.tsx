import { Door } from '../frame/Door.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';

export function Result({ application, organization }: PageProps) {
  return (
    <Door application={application} organization={organization} title={t('signIn')}>
      <p>{application.displayName}</p>
    </Door>
  );
}
