import { useEffect, useState } from 'react';
import { call } from '../call.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import type { Organization } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';
import { hideTicket } from './ticket.ts';

interface Props {
  ticket: string;
  organization: Pick<Organization, 'name' | 'displayName'>;
  /** The sessions have ended, and this browser may set a new password. */
  onEnded: (username: string) => void;
}

/** The answer to a letter about a sign-in. A click asks first, because programs open the links of letters too. */
export function NotMe({ ticket, organization, onEnded }: Props) {
  const [problem, setProblem] = useState<Sentence>('');
  const [isBusy, setBusy] = useState(false);
  const [isClosed, setClosed] = useState(false);
  useEffect(hideTicket, []);

  async function end() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { data } = await call<{ name: string; mayReset: boolean }>('not-me', { body: { ticket } });
      if (data.mayReset) return onEnded(data.name);
      setClosed(true);
    } catch (error) {
      setProblem(error as Error);
    }
    setBusy(false);
  }

  if (isClosed)
    return <p role="status">{t('notMeEnded', { organization: organization.displayName || organization.name })}</p>;
  return (
    <>
      {problem && <Alert>{said(problem)}</Alert>}
      <p>{t('notMeAbout')}</p>
      <Button onClick={() => void end()} isBusy={isBusy}>
        {t('notMeEnd')}
      </Button>
    </>
  );
}
