import '../signin/sign-in.css';
import { doorOf } from '../attempt/door.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import type { PageProps } from '../page.ts';
import { SignInDoor } from '../signin/SignInDoor.tsx';

/** Nobody signs in here: the sandbox submits no form. */
export const idle: SigningIn = {
  ...{ isBusy: false, failure: '', isUnknown: false, isTooOld: false, isPrompted: false, isWaiting: false },
  ...{ factor: undefined, due: undefined, oldPassword: '', scopes: undefined, gone: undefined },
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
