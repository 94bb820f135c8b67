import { useEffect } from 'react';
import { Door } from '../frame/Door.tsx';
import type { Subject } from '../page.ts';
import { t } from '../words.ts';

interface Props extends Pick<Subject, 'application' | 'organization'> {
  address: string;
}

/** The answer went to an app. The browser asks the user whether to open it, and does not tell the page. */
export function LeftToApp({ application, organization, address }: Props) {
  const name = application.displayName || application.name;
  useEffect(() => document.querySelector('h1')?.focus(), []);
  return (
    <Door
      application={application}
      organization={organization}
      title={t('appTitle', { application: name })}
      lead={t('appLead')}
    >
      <a className="button primary" href={address}>
        {t('appOpen', { application: name })}
      </a>
    </Door>
  );
}
