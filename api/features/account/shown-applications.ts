import { tableName } from '@doorwright/crds/derive/tables.ts';
import { application } from '@doorwright/crds/kinds/application.ts';
import type { Sql } from '../../db/knex.ts';

/** The part of an application that every user of it may see. */
export interface ShownApplication {
  name: string;
  clientId: string;
  displayName: string;
  logo: string;
  homepageUrl: string;
}

interface Wanted {
  names?: readonly string[];
  clientIds: readonly string[];
}

/** The applications with these names or client ids, by name. */
export async function shownApplications(sql: Sql, { names = [], clientIds }: Wanted): Promise<ShownApplication[]> {
  return sql(tableName(application))
    .where((each) =>
      each.whereIn('name', [...new Set(names)]).orWhere((other) => other.whereIn('client_id', [...new Set(clientIds)])),
    )
    .andWhere('owner', 'admin')
    .orderBy('name')
    .select('name', 'logo', { clientId: 'client_id', displayName: 'display_name', homepageUrl: 'homepage_url' });
}
