import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';

/** Where somebody signs up. */
export interface Door {
  application: Application;
  organization: Organization;
}
