import './sign-in.css';
import { lazy, Suspense, useEffect } from 'react';
import { takeTarget } from '../../browser/return-target.ts';
import { idOf } from '../account.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { doorOf } from './door.ts';
import { LeftToApp } from './LeftToApp.tsx';
import { canContinue } from './SignedInBox.tsx';
import { SignInDoor } from './SignInDoor.tsx';
import { isEmbedded, isSilent, tellParent } from './silent-sign-in.ts';
import { useSignIn } from './use-sign-in.ts';

const Consent = lazy(async () => ({ default: (await import('../consent/Consent.tsx')).Consent }));

/** Signs a user in to the console, or for the client that sent them here. */
export function SignIn(props: PageProps) {
  const { account, refusal, question } = props;
  const door = doorOf(props);
  const signing = useSignIn(door, account && question?.prompt === 'consent' ? question.scopes : undefined);
  const { failure, scopes, app, enter } = signing;
  const isHome = !door.target.continuesSession && account !== undefined;
  const goesAlone = account !== undefined && isSilent(door) && canContinue(props) && !refusal && !scopes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isHome) location.replace(takeTarget());
    else if (goesAlone) {
      tellParent(door);
      void enter({ account: idOf(account) });
    }
  }, []);

  if (app) return <LeftToApp {...props} address={app} />;
  if (isHome || (goesAlone && !failure)) return <Waiting>{t('signingIn')}</Waiting>;
  // Nobody types a password or agrees to anything on a page that another page embeds.
  if (isEmbedded()) return null;
  if (!scopes) return <SignInDoor {...props} door={door} signing={signing} />;
  return (
    <Suspense fallback={<Waiting>{t('signingIn')}</Waiting>}>
      <Consent {...props} scopes={scopes} signing={signing} />
    </Suspense>
  );
}
