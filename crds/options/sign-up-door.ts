import type { Application } from '../kinds/application.ts';
import { ownPage } from '../values/own-page.ts';

type Door = Pick<Application, 'isEnabled' | 'enableSignUp' | 'signupItems' | 'organization'>;

/** Whoever joined the organization of the platform would administer everything: nobody signs up there (S11). */
const platform = 'built-in';

/** May anybody make himself an account at an application? The api refuses by it, and no page leads where it would refuse. */
export const isSignUpOpen = ({ isEnabled, enableSignUp, signupItems, organization }: Door): boolean =>
  isEnabled && enableSignUp && signupItems.length > 0 && organization !== platform;

/** What is known of an application by whoever leads there. */
export type SignUpDoor = Door & Pick<Application, 'name' | 'signupUrl'>;

/** Does a sign-in page lead to where one signs up? An application's own page asks what it likes. */
export const leadsToSignUp = (application: SignUpDoor): boolean =>
  isSignUpOpen(application) ||
  (application.enableSignUp && application.name !== 'app-built-in' && ownPage(application.signupUrl) !== undefined);
