import { tableName } from '@doorwright/crds/derive/tables.ts';
import { organization } from '@doorwright/crds/kinds/organization.ts';

/** As SQL: the time when the organization of this name began. A restored one keeps its time. */
export const beginOfOrganization = `(SELECT created_time FROM ${tableName(organization)} WHERE owner = 'admin' AND name = ?)`;
