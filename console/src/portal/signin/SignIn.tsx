import './sign-in.css';
import { lazy, Suspense, useEffect } from 'react';
import { takeTarget } from '../../session/return-target.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { signupLink } from '../frame/links.ts';
import { notice } from '../frame/notice.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { doorOf } from './door.ts';
import { LeavingLink } from './LeavingLink.tsx';
import { canContinue, SignedInBox } from './SignedInBox.tsx';
import { SignInForm } from './SignInForm.tsx';
import { isSilent, tellParent } from './silently.ts';
import { useSignIn } from './use-sign-in.ts';

const Consent = lazy(async () => ({ default: (await import('../consent/Consent.tsx')).Consent }));

/** Signs somebody in: to the product itself, or for a client that sent him here. */
export function SignIn(props: PageProps) {
  const { application, organization, account, refusal, question } = props;
  const door = doorOf(props);
  const signing = useSignIn(door, question?.prompt === 'consent' ? question.scopes : undefined);
  const { isBusy, failure, scopes, enter } = signing;
  const isHome = door.type === 'login' && account !== undefined;
  const goesAlone = isSilent(door) && canContinue(props) && !refusal;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isHome) location.replace(takeTarget());
    else if (goesAlone) {
      tellParent(door);
      void enter();
    }
  }, []);

  if (isHome || (goesAlone && !failure && !scopes)) return <Waiting>{t('signingIn')}</Waiting>;
  if (scopes)
    return (
      <Suspense fallback={<Waiting>{t('signingIn')}</Waiting>}>
        <Consent {...props} scopes={scopes} signing={signing} />
      </Suspense>
    );
  const hasForm = application.enablePassword || application.enableCodeSignin;
  const lead = door.type !== 'login' && t('signInTo', { application: application.displayName || application.name });
  return (
    <Door application={application} organization={organization} title={t('title')} lead={lead}>
      {refusal ? (
        <Alert title={t('loginError')}>{refusal}</Alert>
      ) : (
        <>
          <Alert look="success">{notice && t(notice)}</Alert>
          <Alert>{failure}</Alert>
          {account && canContinue(props) && <SignedInBox account={account} isBusy={isBusy} enter={enter} />}
          {hasForm ? (
            <SignInForm application={application} organization={door.organization} isBusy={isBusy} enter={enter} />
          ) : (
            <Alert look="info">{t('noWayIn')}</Alert>
          )}
          {application.enableSignUp && (
            <p className="foot">
              {t('noAccount')} <LeavingLink href={signupLink(application)}>{t('signUpNow')}</LeavingLink>
            </p>
          )}
        </>
      )}
    </Door>
  );
}
