import { useEffect, useState } from 'react';
import { rememberNotice } from '../../shared/notice.ts';
import { call } from '../call.ts';
import { isOwnVisit } from '../first-answers.ts';
import { Button } from '../frame/Button.tsx';
import { Door } from '../frame/Door.tsx';
import { Problem } from '../frame/Problem.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { stayHere } from '../signin/sole-service.ts';
import { casSignOut } from '../targets/cas.ts';
import { type Sentence, said, t } from '../words.ts';

/** The address from the server, or the sign-in page of the user's organization. */
function afterLogout(user: string, address: unknown): string {
  if (typeof address === 'string' && address) return address;
  const [owner = ''] = user.split('/');
  return owner && owner !== 'built-in' ? `/login/${encodeURIComponent(owner)}` : '/';
}

/** Says whether the visitor stays on pages of this server. */
const isOurs = (address: unknown) => !address || String(address).startsWith('/');

/** Says whether the visitor came by themselves. A page that asked once asks again after a reload. */
function comesByHimself(): boolean {
  const isAsked = !isOwnVisit || history.state === 'asked';
  if (isAsked) history.replaceState('asked', '');
  return !isAsked;
}

/** Signs out a visitor who came by themselves, and leads them on. It asks a visitor whom another site sent (S19). */
export function Logout({ application, organization, account, params, query }: PageProps) {
  const [problem, setProblem] = useState<Sentence>('');
  const [isMeant, setMeant] = useState(() => !account || comesByHimself());
  useEffect(() => {
    if (!isMeant) return;
    call<string>('logout', { body: {}, ...(params.app && { query: casSignOut(params, query) }) }).then(
      ({ data, data2 }) => {
        if (data && isOurs(data2)) rememberNotice('loggedOut');
        // The only service of an application would sign them in again.
        stayHere();
        location.replace(afterLogout(data, data2));
      },
      (error: Error) => setProblem({ word: 'logoutFailed', values: { error } }),
    );
  }, [isMeant, params, query]);
  if (account && !isMeant)
    return (
      <Door application={application} organization={organization} title={t('logout')}>
        <p className="lead">{t('logoutAsked', { name: account.displayName || account.name })}</p>
        <Button onClick={() => setMeant(true)}>{t('logout')}</Button>
      </Door>
    );
  return problem ? <Problem>{said(problem)}</Problem> : <Waiting>{t('loggingOut')}</Waiting>;
}
