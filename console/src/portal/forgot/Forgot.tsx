import { Door } from '../frame/Door.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';

export function Forgot({ application, organization }: PageProps) {
  return (
    <Door application={application} organization={organization} title={t('forgotPassword')}>
      <p>{application.displayName}</p>
    </Door>
  );
}
