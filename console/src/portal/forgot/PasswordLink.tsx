import { useEffect, useState } from 'react';
import { call } from '../call.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { Door } from '../frame/Door.tsx';
import type { Subject } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';
import { hideTicket } from './ticket.ts';

interface Props extends Pick<Subject, 'application' | 'organization'> {
  ticket: string;
  /** This browser may set a password. */
  onOpened: (username: string) => void;
}

/** The page of a letter with a link to choose a password. A click opens it, because programs open the links of letters too. */
export function PasswordLink({ ticket, application, organization, onOpened }: Props) {
  const [problem, setProblem] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  useEffect(hideTicket, []);

  async function open() {
    if (isBusy) return;
    setBusy(true);
    try {
      onOpened((await call<{ name: string }>('open-password-link', { body: { ticket } })).data.name);
    } catch (error) {
      setProblem(error as Error);
      setBusy(false);
    }
  }

  const lead = t('passwordLinkAbout', { organization: organization.displayName || organization.name });
  return (
    <Door application={application} organization={organization} title={t('passwordLinkTitle')} lead={lead}>
      {problem && <Alert>{said(problem)}</Alert>}
      <Button onClick={() => void open()} isBusy={isBusy}>
        {t('passwordLinkOpen')}
      </Button>
    </Door>
  );
}
