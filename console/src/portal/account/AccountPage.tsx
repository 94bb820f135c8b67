import '../frame/mark.css';
import './account.css';
import { useEffect, useState } from 'react';
import { isSignedOut } from '../account.ts';
import { setRedraw } from '../frame/change-language.ts';
import { NotFound } from '../frame/NotFound.tsx';
import { Problem } from '../frame/Problem.tsx';
import { ToSignIn } from '../frame/ToSignIn.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import { type Sentence, said, t } from '../words.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { Deleted } from './Deleted.tsx';
import { deletedAddress } from './deleted-address.ts';
import { type OwnAccount, readOwnAccount } from './own-account.ts';
import { sectionAt } from './sections.ts';
import { useSessionEnd } from './use-session-end.ts';

/** The page of a user about their own account. It leads a visitor to sign-in and back. */
export const AccountPage = () => (location.pathname === deletedAddress ? <Deleted /> : <OwnPage />);

/** Listens for the end of the session while the page is shown. */
function Watch({ onEnd }: { onEnd: () => Promise<unknown> }) {
  useSessionEnd(onEnd);
  return null;
}

function OwnPage() {
  const [account, setAccount] = useState<OwnAccount>();
  const [problem, setProblem] = useState<Sentence>();
  const [address, setAddress] = useState(location.pathname);
  const [, draw] = useState(0);
  const refresh = async () => setAccount(await readOwnAccount());
  /** A lost connection is no reason to leave the page. */
  const look = () => refresh().catch((error) => isSignedOut(error) && setProblem(error));

  useOnce(() => {
    refresh().catch(setProblem);
    setRedraw(() => draw((times) => times + 1));
  });
  useEffect(() => {
    const follow = () => setAddress(location.pathname);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  if (isSignedOut(problem)) return <ToSignIn />;
  if (problem) return <Problem title={t('accountTitle')}>{said(problem)}</Problem>;
  if (!account) return <Waiting>{t('loading')}</Waiting>;
  const section = sectionAt(address);
  if (!section) return <NotFound />;
  const frame = <AccountFrame account={account} section={section} refresh={refresh} onGo={setAddress} />;
  return (
    <>
      {frame}
      <Watch onEnd={look} />
    </>
  );
}
