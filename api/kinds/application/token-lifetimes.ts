import type { Application } from '@doorwright/crds/kinds/application.ts';

const hour = 3600;
const day = 24 * hour;

/** An application that says 0 gets these. */
const usualAccess = 168 * hour;
const usualRefresh = 720 * hour;

export const codeSeconds = 60;
export const deviceSeconds = 10 * 60;
export const interactionSeconds = hour;
/** What somebody who is not signed in is remembered by, for as long as a form is open: he types the code of his device. */
export const strangerSeconds = 3600;
/** Refreshing goes on for so long after signing in, and no longer. */
export const grantSeconds = 365 * day;

export const accessSeconds = ({ expireInHours }: Pick<Application, 'expireInHours'>) =>
  expireInHours * hour || usualAccess;
export const refreshSeconds = ({ refreshExpireInHours }: Pick<Application, 'refreshExpireInHours'>) =>
  refreshExpireInHours * hour || usualRefresh;
