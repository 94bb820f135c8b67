import { ownPage } from '../values/own-page.ts';

interface Door {
  isEnabled: boolean;
  enableSignUp: boolean;
  signupItems: readonly unknown[];
  organization: string;
}

/** A user of the platform's organization administers everything, so it has no sign-up (S11). */
const platform = 'built-in';

/** Says whether strangers can sign up at an application. The api refuses by this rule, and pages link to sign-up by the same rule. */
export const isSignUpOpen = ({ isEnabled, enableSignUp, signupItems, organization }: Door): boolean =>
  isEnabled && enableSignUp && signupItems.length > 0 && organization !== platform;

/** The facts about an application that pages know before they link to it. */
export interface SignUpDoor extends Door {
  name: string;
  signupUrl: string;
}

/** Says whether a sign-in page links to sign-up. An application's own sign-up page decides for itself. */
export const leadsToSignUp = (application: SignUpDoor): boolean =>
  isSignUpOpen(application) ||
  (application.enableSignUp && application.name !== 'app-built-in' && ownPage(application.signupUrl) !== undefined);
