import { X509Certificate } from 'node:crypto';
import type { RouteDeps } from '../../kinds/route-deps.ts';

type Deps = Pick<RouteDeps, 'db' | 'store'>;

interface Expiry {
  name: string;
  displayName: string;
  expireTime: string;
}

/** A text that is no certificate never expires. */
function endOf(pem: string): Date | undefined {
  try {
    return new X509Certificate(pem).validToDate;
  } catch {
    return undefined;
  }
}

/** Certs by expiry, the next one first: all certs, or those of an organization's applications. */
export async function certExpiries({ db, store }: Deps, organization: string | undefined): Promise<Expiry[]> {
  const certs = db(store('cert').table).select('name', 'display_name', 'certificate');
  if (organization !== undefined)
    certs.whereIn('name', db(store('application').table).select('cert').where({ organization }));
  const rows: Record<'name' | 'display_name' | 'certificate', string>[] = await certs;
  return rows
    .flatMap(({ name, display_name: displayName, certificate }) => {
      const expireTime = endOf(certificate)?.toISOString();
      return expireTime ? [{ name, displayName, expireTime }] : [];
    })
    .toSorted((a, b) => a.expireTime.localeCompare(b.expireTime));
}

/** Enabled syncers whose last run failed. */
export async function failingSyncers(
  { db, store }: Deps,
  organization: string | undefined,
): Promise<{ name: string }[]> {
  return db(store('syncer').table)
    .select('name')
    .where({ is_enabled: true, ...(organization !== undefined && { organization }) })
    .whereNot('error_text', '')
    .orderBy('name');
}
