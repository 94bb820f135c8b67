import { rememberNotice } from '../../shared/notice.ts';
import { takeTarget } from '../../shared/return-target.ts';
import type { PageTarget } from './page-target.ts';

/** The console and the account page, or the page that sent the visitor to sign in. */
export const consoleTarget: PageTarget = {
  isAt: () => true,
  type: () => 'login',
  request: () => ({}),
  continuesSession: false,
  wantsProof: () => false,
  leave() {
    rememberNotice('signedIn');
    location.assign(takeTarget());
    return undefined;
  },
};
