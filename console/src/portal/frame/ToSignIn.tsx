import { rememberTarget } from '../../shared/return-target.ts';
import { GoHome } from './GoHome.tsx';

/** Leads a visitor without a session to sign-in, and back to this page afterwards. */
export function ToSignIn() {
  rememberTarget(location.pathname + location.search + location.hash);
  return <GoHome to="/login" />;
}
