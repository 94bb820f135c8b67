import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import { isSignUpOpen } from '@doorwright/crds/options/sign-up-door.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { GoHome } from '../frame/GoHome.tsx';
import { promptLink, rememberCreated, rememberSignIn, resultLink, signInLink } from '../frame/links.ts';
import { PageHtml } from '../html/PageHtml.tsx';
import type { Application, PageProps } from '../page.ts';
import { ServiceButtons } from '../services/ServiceButtons.tsx';
import { servicesOf } from '../services/services.ts';
import { t } from '../words.ts';
import { SignUpForm } from './SignUpForm.tsx';

const fromRequest = /^\/(auto-)?signup\/oauth\/authorize$/;

/** The sign-in page of ours that the sign-up belongs to: with the request of a client, or for the console. */
function ownSignIn(application: Application): string {
  const link = signInLink(application);
  return link.startsWith('/') ? link : `/login/${encodeURIComponent(application.organization)}`;
}

/** The page after sign-up. The user is already signed in if the application asks for more. */
function afterwards(application: Application): string {
  if (promptedItems(application).length > 0 || application.providers.some(({ prompted }) => prompted)) {
    rememberCreated(application);
    return promptLink(application);
  }
  return resultLink(application);
}

export function SignUp({ application, organization, account, refusal, query }: PageProps) {
  const { isEnabled, enableSignUp, signupItems, signupHtml } = application;
  const door = { application, organization, title: t('signUp'), isWide: true };
  // The request that led here continues at the sign-in page.
  const isRequested = fromRequest.test(location.pathname);
  if (isRequested) rememberSignIn(application, `/login/oauth/authorize?${query}`);

  if (account) return <GoHome to={isRequested ? signInLink(application) : '/'} />;
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
        onCreated={() => location.assign(afterwards(application))}
      />
      <ServiceButtons
        application={application}
        services={servicesOf(application, 'canSignUp')}
        from={{ purpose: 'signin', application: application.name, organization: '', page: ownSignIn(application) }}
        word="signUpWith"
        isLarge={false}
      />
      <p className="foot">
        {t('haveAccount')} <a href={signInLink(application)}>{t('signInNow')}</a>
      </p>
    </Door>
  );
}
