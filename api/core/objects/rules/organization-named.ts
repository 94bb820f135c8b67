import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Work } from './kind-hooks.ts';

export const organizationNamed = (name: string, work: Pick<Work, 'sql' | 'store'>): Promise<Organization | undefined> =>
  work.store('organization').find(work.sql, 'admin', name) as Promise<Organization | undefined>;
