import type { Application } from '@doorwright/crds/kinds/application.ts';
import { platform } from '../core/callers.ts';

/**
 * At an application of an organization its own users sign in, at one of the platform everybody; the platform's users go
 * anywhere. It holds however somebody comes: with credentials, with the session that his browser has, or at a device.
 */
export const mayEnter = (owner: string, { organization }: Pick<Application, 'organization'>): boolean =>
  owner === platform || organization === platform || organization === owner;
