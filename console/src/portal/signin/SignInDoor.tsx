import { brandOfPage } from '@doorwright/crds/brand/brand-of.ts';
import { leadsToSignUp } from '@doorwright/crds/options/sign-up-door.ts';
import { lazy, Suspense } from 'react';
import { takeNotice } from '../../shared/notice.ts';
import { type Door as DoorTo, visitOf } from '../attempt/door.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import { signupLink } from '../frame/links.ts';
import type { PageProps } from '../page.ts';
import { ServiceButtons } from '../services/ServiceButtons.tsx';
import { servicesOf } from '../services/services.ts';
import { t } from '../words.ts';
import { LeavingLink } from './LeavingLink.tsx';
import { formsOf } from './methods/registry.ts';
import { PlaceHint, RememberedFoot } from './OtherOrganization.tsx';
import { canContinue, SignedInBox } from './SignedInBox.tsx';
import { SignInForm } from './SignInForm.tsx';
import { isEmbedded } from './silent-sign-in.ts';

const PageHtml = lazy(async () => ({ default: (await import('../html/PageHtml.tsx')).PageHtml }));

const SignInCaptcha = lazy(async () => ({ default: (await import('./SignInCaptcha.tsx')).SignInCaptcha }));

/** The notice is read once, when the page loads. */
const notice = takeNotice('passwordChanged', 'loggedOut');

interface Props extends PageProps {
  door: DoorTo;
  signing: SigningIn;
}

/** All methods and services of an application, or the text that it has none. */
export function SignInDoor({ application, organization, account, query, question, refusal, door, signing }: Props) {
  const { isBusy, failure, isTooOld, enter, clear } = signing;
  const { displayName, name, signinHtml } = application;
  const { logo } = brandOfPage({ application, organization });
  // Without a logo, the name is already above.
  const lead = door.target.continuesSession && logo && t('signInTo', { application: displayName || name });
  const head = signinHtml && (
    <Suspense>
      <PageHtml application={application} page="signin" />
    </Suspense>
  );
  const frame = { application, organization, title: t('title'), lead, head };
  if (refusal)
    return (
      <Door {...frame}>
        <Alert title={t('loginError')}>{refusal}</Alert>
      </Door>
    );
  const services = servicesOf(application, 'canSignIn');
  const [form, ...others] = formsOf(application);
  const continues = account && !isTooOld && canContinue({ account, application, query, question });
  const isClosed = !form && !signinHtml && services.length === 0;
  return (
    <Door {...frame}>
      <Alert look="success">{notice && !failure && t(notice)}</Alert>
      <Alert>{failure || (isClosed && t('noWayIn'))}</Alert>
      <PlaceHint organization={organization} door={door} isUnknown={signing.isUnknown} />
      {continues && <SignedInBox account={account} isBusy={isBusy} enter={enter} />}
      {form && (
        <SignInForm
          application={application}
          forms={[form, ...others]}
          door={door}
          phonePrefix={organization.phonePrefix}
          hint={query.get('login_hint') ?? ''}
          takesFocus={!isEmbedded() && !continues}
          isBusy={isBusy}
          enter={enter}
          clear={clear}
        />
      )}
      {signing.isWaiting && (
        <Suspense>
          <SignInCaptcha application={application} signing={signing} />
        </Suspense>
      )}
      <ServiceButtons application={application} services={services} from={visitOf(door)} word="signInWith" />
      {leadsToSignUp(application) && (
        <p className="foot">
          {t('noAccount')}{' '}
          <LeavingLink application={application} href={signupLink(application)}>
            {t('signUpNow')}
          </LeavingLink>
        </p>
      )}
      {query.has('remembered') && <RememberedFoot organization={organization} />}
    </Door>
  );
}
