import './account.css';
import { useEffect, useState } from 'react';
import { rememberTarget } from '../../browser/return-target.ts';
import { CallError } from '../../http/exchange.ts';
import { setRedraw } from '../frame/change-language.ts';
import { GoHome } from '../frame/GoHome.tsx';
import { NotFound } from '../frame/NotFound.tsx';
import { Problem } from '../frame/Problem.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import { type Sentence, said, t } from '../words.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { type OwnAccount, readOwnAccount } from './own-account.ts';
import { sectionAt } from './sections.ts';

const isSignedOut = (problem: Sentence | undefined) =>
  problem instanceof CallError && ['sign-in-first', 'session-expired'].includes(problem.code);

/** The page of a user about their own account. It leads a visitor to sign-in and back. */
export function AccountPage() {
  const [account, setAccount] = useState<OwnAccount>();
  const [problem, setProblem] = useState<Sentence>();
  const [address, setAddress] = useState(location.pathname);
  const [, draw] = useState(0);
  const refresh = async () => setAccount(await readOwnAccount());

  useOnce(() => {
    refresh().catch(setProblem);
    setRedraw(() => draw((times) => times + 1));
  });
  useEffect(() => {
    const follow = () => setAddress(location.pathname);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  if (isSignedOut(problem)) {
    rememberTarget(location.pathname + location.search + location.hash);
    return <GoHome to="/login" />;
  }
  if (problem) return <Problem title={t('accountTitle')}>{said(problem)}</Problem>;
  if (!account) return <Waiting>{t('loading')}</Waiting>;
  const section = sectionAt(address);
  if (!section) return <NotFound />;
  return <AccountFrame account={account} section={section} refresh={refresh} onGo={setAddress} />;
}
