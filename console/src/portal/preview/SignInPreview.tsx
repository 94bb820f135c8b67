import '../signin/sign-in.css';
import type { PageProps } from '../page.ts';
import { doorOf } from '../signin/door.ts';
import { SignInDoor } from '../signin/SignInDoor.tsx';
import type { SigningIn } from '../signin/use-sign-in.ts';

/** Nobody signs in here: the sandbox submits no form. */
const idle: SigningIn = {
  ...{ isBusy: false, failure: '', isUnknown: false, isTooOld: false, isPrompted: false, isWaiting: false },
  ...{ factor: undefined, due: undefined, scopes: undefined, gone: undefined },
  enter: async () => {},
  complete: async () => {},
  solve: async () => {},
  giveUp: () => {},
  clear: () => {},
};

/** The sign-in page for a client, without its request. */
export const SignInPreview = (props: PageProps) => (
  <SignInDoor {...props} door={doorOf(props, '/login/oauth/authorize')} signing={idle} />
);
