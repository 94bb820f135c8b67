import { useEffect } from 'react';
import { Door } from '../frame/Door.tsx';
import type { Subject } from '../page.ts';
import { t } from '../words.ts';

/** The answer went to the client in a window of its own. The browser keeps this tab, because its user opened it. */
export function AnsweredElsewhere({ application, organization }: Pick<Subject, 'application' | 'organization'>) {
  useEffect(() => document.querySelector('h1')?.focus(), []);
  return (
    <Door application={application} organization={organization} title={t('casSignedIn')}>
      <p className="foot">{t('closePage')}</p>
    </Door>
  );
}
