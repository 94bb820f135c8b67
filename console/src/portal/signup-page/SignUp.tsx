import { isSignUpOpen } from '@doorwright/crds/options/sign-up-door.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { GoHome } from '../frame/GoHome.tsx';
import { promptLink, rememberCreated, rememberSignIn, resultLink, signInLink } from '../frame/links.ts';
import { Waiting } from '../frame/Waiting.tsx';
import { PageHtml } from '../html/PageHtml.tsx';
import type { Application, PageProps } from '../page.ts';
import { ServiceButtons } from '../services/ServiceButtons.tsx';
import { servicesOf } from '../services/services.ts';
import { outcomeOf } from '../signin/Outcome.tsx';
import { SignUpForm } from '../signup/SignUpForm.tsx';
import { t } from '../words.ts';
import { asksAfterSignUp } from './asks-after-sign-up.ts';
import { useFirstSignIn } from './use-first-sign-in.ts';

const fromRequest = /^\/(auto-)?signup\/oauth\/authorize$/;

/** The sign-in page of ours that the sign-up belongs to: with the request of a client, or for the console. */
function ownSignIn(application: Application): string {
  const link = signInLink(application);
  return link.startsWith('/') ? link : `/login/${encodeURIComponent(application.organization)}`;
}

/** The page after a sign-up that no request led to. The user is already signed in if the application asks for more. */
function afterwards(application: Application): string {
  if (asksAfterSignUp(application)) {
    rememberCreated(application);
    return promptLink(application);
  }
  return resultLink(application);
}

export function SignUp(props: PageProps) {
  const { application, organization, account, refusal, query } = props;
  const { isEnabled, enableSignUp, signupItems, signupHtml } = application;
  const door = { application, organization, title: t('signUp'), isWide: true };
  // The request that led here continues at the sign-in page.
  const isRequested = fromRequest.test(location.pathname);
  if (isRequested) rememberSignIn(application, `/login/oauth/authorize?${query}`);

  const { signing, query: requested, isBegun, begin } = useFirstSignIn(application);

  if (account) return <GoHome to={isRequested ? signInLink(application) : '/'} />;
  const outcome = isBegun && outcomeOf({ ...props, query: requested, isCreated: true }, signing);
  if (outcome) return outcome;
  // Nobody can sign in for the new user, so they do it themselves.
  if (isBegun && !signing.isBusy) return <GoHome to={afterwards(application)} />;
  if (isBegun) return <Waiting>{t('signingIn')}</Waiting>;
  if (refusal || !isSignUpOpen(application)) {
    // Sign-up is allowed, but the application is disabled or asks for nothing.
    const isUnready = !refusal && enableSignUp && (!isEnabled || signupItems.length === 0);
    return (
      <Door {...door}>
        <Alert title={isUnready ? '' : t('signUpError')}>
          {refusal || t(isUnready ? 'signupClosed' : 'signUpRefused')}
        </Alert>
      </Door>
    );
  }
  return (
    <Door {...door}>
      {signupHtml && <PageHtml application={application} page="signup" />}
      <SignUpForm
        application={application}
        organization={organization}
        onCreated={(newcomer) => begin(newcomer) || location.assign(afterwards(application))}
      />
      <ServiceButtons
        application={application}
        services={servicesOf(application, 'canSignUp')}
        from={{ purpose: 'signin', application: application.name, organization: '', page: ownSignIn(application) }}
        word="signUpWith"
      />
      <p className="foot">
        {t('haveAccount')} <a href={signInLink(application)}>{t('signInNow')}</a>
      </p>
    </Door>
  );
}
