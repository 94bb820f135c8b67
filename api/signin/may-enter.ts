import type { Application } from '@doorwright/crds/kinds/application.ts';
import { platform } from '../core/callers.ts';

/**
 * The users of an organization may enter its applications and those of the platform. Users of the platform may
 * enter everywhere. The rule holds for a proof, for the session of a browser and for a device.
 */
export const mayEnter = (owner: string, { organization }: Pick<Application, 'organization'>): boolean =>
  owner === platform || organization === platform || organization === owner;
