import type { Application } from '@doorwright/crds/kinds/application.ts';
import { platform } from '../../core/callers.ts';

/**
 * The users of an organization may enter its applications and those of the platform. Users of the platform may
 * enter everywhere. The rule holds for a proof, for the session of a browser and for a device.
 */
export const mayEnter = (owner: string, { organization }: Pick<Application, 'organization'>): boolean =>
  owner === platform || organization === platform || organization === owner;

/**
 * An application without a single sign-on session is no part of the session that its visitor brings along. A user of its organization goes
 * on with one press.
 */
export const continuesByPress = (
  owner: string,
  { organization, enableSigninSession }: Pick<Application, 'organization' | 'enableSigninSession'>,
): boolean => owner === organization && !enableSigninSession;
