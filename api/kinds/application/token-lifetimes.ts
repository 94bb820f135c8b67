import type { Application } from '@doorwright/crds/kinds/application.ts';

const hour = 3600;
const day = 24 * hour;

/** The defaults for applications with the value 0. */
const defaultAccess = 168 * hour;
const defaultRefresh = 720 * hour;

export const codeSeconds = 60;
export const deviceSeconds = 10 * 60;
export const interactionSeconds = hour;
/** How long the form for a device code stays valid for a visitor who is not signed in. */
export const visitorSeconds = 3600;
/** The longest time after sign-in that refresh tokens work. */
export const grantSeconds = 365 * day;

export const accessSeconds = ({ expireInHours }: Pick<Application, 'expireInHours'>) =>
  expireInHours * hour || defaultAccess;
export const refreshSeconds = ({ refreshExpireInHours }: Pick<Application, 'refreshExpireInHours'>) =>
  refreshExpireInHours * hour || defaultRefresh;
