import { useState } from 'react';
import { rememberNotice } from '../../shared/notice.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { GoHome } from '../frame/GoHome.tsx';
import { signInLink } from '../frame/links.ts';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { AccountStep } from './AccountStep.tsx';
import type { Forgetful } from './contacts.ts';
import { NotMe } from './NotMe.tsx';
import { PasswordLink } from './PasswordLink.tsx';
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

  if (ticket?.kind === 'password-link' && at === 0)
    return (
      <PasswordLink
        ticket={ticket.text}
        application={application}
        organization={organization}
        onOpened={(username) => go(2, { username, contacts: [], isByLetter: true })}
      />
    );
  if (ticket && at === 0)
    return (
      <NotMe
        ticket={ticket.text}
        application={application}
        organization={organization}
        onEnded={(username) => go(2, { username, contacts: [] })}
      />
    );
  if (account && !ticket) return <GoHome />;
  return (
    <Door
      application={application}
      organization={organization}
      title={t(found?.isByLetter ? 'passwordLinkTitle' : 'retrievePassword')}
    >
      {application.isEnabled && application.enablePassword ? (
        <>
          {!found?.isByLetter && <Steps at={at} />}
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
