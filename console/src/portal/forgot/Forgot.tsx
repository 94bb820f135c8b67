import { useState } from 'react';
import { rememberNotice } from '../../browser/notice.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { GoHome } from '../frame/GoHome.tsx';
import { signInLink } from '../frame/links.ts';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { AccountStep } from './AccountStep.tsx';
import type { Forgetful } from './contacts.ts';
import { NotMe } from './NotMe.tsx';
import { ResetStep } from './ResetStep.tsx';
import { Steps } from './Steps.tsx';
import { ticketInAddress } from './ticket.ts';
import { useStep } from './use-step.ts';
import { VerifyStep } from './VerifyStep.tsx';

/** Recovery in three steps. The server keeps the step. */
export function Forgot({ application, organization, account }: PageProps) {
  const [{ step: at, found }, go] = useStep<Forgetful>();
  const [ticket] = useState(ticketInAddress);
  const back = signInLink(application, organization.name);
  const place = { application: application.name, organization: organization.name };

  function changed() {
    rememberNotice('passwordChanged');
    location.assign(back);
  }

  if (ticket && at === 0)
    return (
      <Door application={application} organization={organization} title={t('notMeTitle')}>
        <NotMe ticket={ticket} organization={organization} onEnded={(username) => go(2, { username, contacts: [] })} />
      </Door>
    );
  if (account && !ticket) return <GoHome />;
  return (
    <Door application={application} organization={organization} title={t('retrievePassword')}>
      {application.isEnabled && application.enablePassword ? (
        <>
          <Steps at={at} />
          {found && at === 1 && (
            <VerifyStep
              applicationId={`${application.owner}/${application.name}`}
              place={place}
              found={found}
              onProven={() => go(2)}
            />
          )}
          {found && at === 2 && (
            <ResetStep
              username={found.username}
              organization={organization}
              onChanged={changed}
              onBeginAgain={() => go(0)}
            />
          )}
          {at === 0 && (
            <AccountStep
              place={place}
              phonePrefix={organization.phonePrefix}
              initial={found?.username ?? ''}
              onFound={(someone) => go(1, someone)}
            />
          )}
        </>
      ) : (
        <Alert>{t('recoveryClosed')}</Alert>
      )}
      <p className="foot">
        <a href={back}>{t('signIn')}</a>
      </p>
    </Door>
  );
}
