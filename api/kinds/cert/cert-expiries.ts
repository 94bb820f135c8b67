import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Db } from '../../db/knex.ts';
import { factsOf } from './certificate-facts.ts';

export interface CertExpiry {
  name: string;
  displayName: string;
  expireTime: string;
}

/** Certs by expiry, the next one first: all certs, or those of an organization's applications. A text that is no certificate never expires. */
export async function certExpiries(
  { db, store }: Pick<Work, 'store'> & { db: Db },
  organization: string | undefined,
): Promise<CertExpiry[]> {
  const certs = db(store('cert').table).select('name', 'display_name', 'certificate');
  if (organization !== undefined)
    certs.whereIn('name', db(store('application').table).select('cert').where({ organization }));
  const rows: Record<'name' | 'display_name' | 'certificate', string>[] = await certs;
  return rows
    .flatMap(({ name, display_name: displayName, certificate }) => {
      const [facts] = factsOf(certificate);
      return facts ? [{ name, displayName, expireTime: facts.expireTime }] : [];
    })
    .toSorted((a, b) => a.expireTime.localeCompare(b.expireTime));
}
