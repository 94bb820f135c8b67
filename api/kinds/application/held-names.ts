import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { heldName } from '@doorwright/crds/kinds/held-name.ts';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import type { FieldProblem } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import { isSharedAddress, isSharedService } from './shared-saml-services.ts';

const table = tableName(heldName);

const keyOf = (sort: 'name' | 'service' | 'acs', value: string) => `${sort}:${hash('sha256', value)}`;

/** The row of an application's name, which its entity id and its address of CAS contain. */
export const nameKeyOf = ({ name }: Draft): string => keyOf('name', String(name));

const servicesOf = ({ samlServiceProviders }: Draft) => (samlServiceProviders ?? []) as SamlServiceProvider[];

/** Whether services of SAML or CAS may know the application by its name. */
const isKnown = (application: Draft) =>
  servicesOf(application).length > 0 || ((application.casServices ?? []) as string[]).length > 0;

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase();

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Servers read these addresses alike: another scheme, case, query, parameter of a path (`;x`), slash at the end, or encoded letters and dots. The
 * migration of 2026-11-28 has it too.
 */
function addressOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return folded(url);
  const port = ['', '80', '443'].includes(parsed.port) ? '' : `:${parsed.port}`;
  const path = posix.normalize(decodedPath(parsed.pathname).replaceAll(/;[^/]*/g, ''));
  return folded(`${parsed.hostname.replace(/\.$/, '')}${port}${path}`).replace(/\/$/, '');
}

/** The rows of an application's service providers, with the field of each. */
function serviceKeys(application: Draft): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [index, { entityId, acsUrls }] of servicesOf(application).entries()) {
    const path = `samlServiceProviders[${index}]`;
    const service = folded(entityId);
    if (!isSharedService(service)) keys.set(keyOf('service', service), `${path}.entityId`);
    for (const [at, url] of acsUrls.entries()) {
      const address = addressOf(url);
      if (!isSharedAddress(address)) keys.set(keyOf('acs', address), `${path}.acsUrls[${at}]`);
    }
  }
  return keys;
}

/** The organization that holds a name, with a lock: two that ask for one name take turns. The first one gets it. */
async function hold(key: string, organization: string, { sql, now }: Work): Promise<string> {
  const { rows } = await sql.raw(
    `INSERT INTO ${table} AS held (owner, name, created_time, organization) VALUES ('admin', ?, ?, ?)
     ON CONFLICT (owner, name) DO UPDATE SET version = held.version + 1 RETURNING organization`,
    [key, now, organization],
  );
  return rows[0].organization;
}

const give = (key: string, organization: string, sql: Sql) =>
  sql(table).where({ owner: 'admin', name: key }).update({ organization, deletion: '' });

/** Whether an application of the organization has the service provider now. If none has it, others may take it. */
async function isInUse(key: string, organization: string, except: Draft, { sql, store }: Work): Promise<boolean> {
  if (!organization) return false;
  const { table: applications, fromRow } = store('application');
  const rows = await sql(applications)
    .where({ organization })
    .whereNot('name', String(except.name))
    .whereRaw("saml_service_providers <> '[]'");
  return rows.some((row) => serviceKeys(fromRow(row) as Draft).has(key));
}

async function problemOfName(draft: Draft, before: Draft | undefined, work: Work): Promise<FieldProblem[]> {
  const isSame = before?.name === draft.name && before?.organization === draft.organization;
  if (isSame && (!isKnown(draft) || (before && isKnown(before)))) return [];
  const key = nameKeyOf(draft);
  const organization = String(draft.organization);
  const known = await work.sql(table).where({ owner: 'admin', name: key }).first('organization');
  const holder = known || isKnown(draft) ? await hold(key, organization, work) : organization;
  const field = before?.name === draft.name && !isSame ? 'organization' : 'name';
  return holder === organization ? [] : [{ field, code: 'name-held' }];
}

async function problemsOfServices(draft: Draft, before: Draft | undefined, work: Work): Promise<FieldProblem[]> {
  const organization = String(draft.organization);
  const had = before && before.organization === draft.organization ? serviceKeys(before) : new Map();
  // Two applications with the same service providers take their locks in the same order.
  const added = [...serviceKeys(draft)].filter(([key]) => !had.has(key)).toSorted();
  const problems: FieldProblem[] = [];
  for (const [key, field] of added) {
    const holder = await hold(key, organization, work);
    if (holder === organization) continue;
    if (await isInUse(key, holder, draft, work)) problems.push({ field, code: 'service-held' });
    else await give(key, organization, work.sql);
  }
  return problems.toSorted((a, b) => a.field.localeCompare(b.field));
}

/**
 * Holds the names of an application for its organization. A name that services of SAML or CAS may know is never another organization's, and a
 * service provider belongs to one organization at a time (S9). Otherwise people of one organization could sign in as those of another.
 */
export async function holdNames(draft: Draft, before: Draft | undefined, work: Work): Promise<void> {
  const problems = [...(await problemOfName(draft, before, work)), ...(await problemsOfServices(draft, before, work))];
  if (problems.length > 0) throw invalid(problems);
}

/** Stores which resource declared a deleted application. */
export const storeResourceOfName = (application: Draft, resource: string, { sql }: Work) =>
  sql(table)
    .where({ owner: 'admin', name: nameKeyOf(application), organization: application.organization })
    .update({ resource });

/** Lets a resource that is applied again have the name of its application, also after its organization was deleted and applied again. */
export const giveBackName = (application: Draft, resource: string, { sql }: Work) =>
  sql(table)
    .where({ owner: 'admin', name: nameKeyOf(application), organization: '', resource })
    .update({ organization: application.organization, deletion: '' });

/** Remembers the names of an organization for its deletion. */
export const keepNames = (sql: Sql, organization: string, deletion: string) =>
  sql(table).where({ organization }).update({ deletion });

/** Gives a restored organization its names. */
export const restoreNames = (sql: Sql, organization: string, deletion: string) =>
  sql(table).where({ deletion }).where('organization', '').update({ organization, deletion: '' });
