import { randomBytes } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import type { ProviderCategory } from '@doorwright/crds/providers/index.ts';
import { signInButtonOf } from '@doorwright/crds/providers/sign-in-button.ts';
import { anonymous } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { checkApiAccess } from '../../core/objects/rules/check-rights.ts';
import { isSame } from '../../core/objects/rules/empty-value.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { present as presentTo, withoutSecrets } from '../../core/objects/rules/present.ts';
import { isForOrganization } from '../../core/objects/storage/audience.ts';
import { cachedObjectsOf } from '../cached-objects.ts';
import { deleteLastUse } from './client-secrets.ts';
import { chosenSecretProblems, generateSecret } from './generated-secrets.ts';
import { giveBackName, holdNames, storeResourceOfName } from './held-names.ts';
import { checkSamlCertificates } from './saml-certificates.ts';
import { checkSamlIssuer } from './saml-issuer.ts';

type Object_ = Record<string, unknown>;

/** The public fields of a provider. */
const publicProviderFields = [
  'owner',
  'name',
  'createdTime',
  'displayName',
  'category',
  'type',
  'subType',
  'method',
  'customLogo',
];

/** Further public fields, for providers that the browser calls. For others, an id may be a user name or an access key (S13). */
const browserProviderFields = ['clientId', 'clientId2', 'appId', 'domain', 'customAuthUrl', 'customScope', 'issuerUrl'];
const categoriesInBrowser: ReadonlySet<unknown> = new Set<ProviderCategory>(['OAuth', 'SAML', 'Captcha']);

/** Existing secrets stay valid. A new one must be random, or chosen with care. */
function checkChosenSecret(secret: string): void {
  const problems = chosenSecretProblems(secret);
  if (problems.length > 0) throw invalid(problems.map((problem) => ({ field: 'clientSecret', ...problem })));
}

/** Without a grant, an application uses the authorization code. */
const grantsOf = (sent: unknown): unknown => (Array.isArray(sent) && sent.length === 0 ? ['authorization_code'] : sent);

/** Custom resources and requests pass here. */
const withGrant = (draft: Draft): Draft => ({ ...draft, grantTypes: grantsOf(draft.grantTypes) });

async function withCredentials(draft: Draft, work: Work): Promise<Draft> {
  if (draft.clientSecret) checkChosenSecret(String(draft.clientSecret));
  checkSamlCertificates(draft);
  await checkSamlIssuer(draft, undefined, work);
  await holdNames(draft, undefined, work);
  return {
    ...withGrant(draft),
    clientId: draft.clientId || randomBytes(10).toString('hex'),
    clientSecret: draft.clientSecret || generateSecret(),
  };
}

/** Administrators sign in with this application, so it stays enabled (S15). */
function keepEnabled({ name, isEnabled }: Draft): void {
  if (name === 'app-built-in' && !isEnabled)
    throw new Refusal('built-in', { kind: 'Application', id: `admin/${name}` });
}

/** An application always has credentials. An empty value comes from a client that could not read them. */
async function keepCredentials(draft: Draft, before: Draft, work: Work): Promise<Draft> {
  keepEnabled(draft);
  checkApiAccess(draft, before, work);
  checkSamlCertificates(draft);
  await checkSamlIssuer(draft, before, work);
  await holdNames(draft, before, work);
  const clientSecret = draft.clientSecret || before.clientSecret;
  if (clientSecret !== before.clientSecret) {
    checkChosenSecret(String(clientSecret));
    await deleteLastUse(work.sql, String(before.name));
  }
  return { ...withGrant(draft), clientId: draft.clientId || before.clientId, clientSecret };
}

/** Deletes codes, refresh tokens, grants and consents. Tokens refer to the application, so they are deleted with it. */
async function deleteGrants({ clientId }: Draft, { sql, store }: Work): Promise<void> {
  await sql(store('artifact').table).where('client_id', String(clientId)).whereNot('client_id', '').delete();
}

async function organizationOf(name: unknown, { sql, store, registry }: Work): Promise<Object_ | null> {
  const organization = sql.isTransaction
    ? await store('organization').find(sql, 'admin', String(name))
    : await cachedObjectsOf({ db: sql, store }).organizationNamed(String(name));
  return organization ? presentTo(registry.named('organization'), organization, anonymous) : null;
}

async function providersNamed(
  names: readonly string[],
  organization: string,
  { sql, store, registry }: Work,
): Promise<Map<string, Object_>> {
  if (names.length === 0) return new Map();
  const { table, fromRow } = store('provider');
  const rows = sql.isTransaction
    ? await sql(table).where('owner', 'admin').whereIn('name', names)
    : await cachedObjectsOf({ db: sql, store }).providersNamed(names);
  const kind: Kind = registry.named('provider');
  const shown = (provider: Object_) => {
    const safe = withoutSecrets(kind, provider);
    const way = browserProviderFields.map((field) => [
      field,
      categoriesInBrowser.has(safe.category) ? safe[field] : '',
    ]);
    const fields = publicProviderFields.map((field) => [field, safe[field]]);
    return Object.fromEntries([...fields, ...way, ['button', signInButtonOf(safe) ?? null]]);
  };
  const theirs = rows.map(fromRow).filter((provider) => isForOrganization(kind, provider, organization));
  return new Map(theirs.map((provider) => [String(provider.name), shown(provider)]));
}

/** A single read includes the data that the sign-in page needs. */
async function present(shown: Object_, _stored: Draft, work: Work, read: 'one' | 'list'): Promise<Object_> {
  const items = shown.providers as (Object_ & { name: string })[];
  if (read === 'list')
    return { ...shown, organizationObj: null, providers: items.map((item) => ({ ...item, provider: null })) };
  const [organizationObj, providers] = await Promise.all([
    organizationOf(shown.organization, work),
    providersNamed(
      items.map((item) => item.name),
      String(shown.organization),
      work,
    ),
  ]);
  return {
    ...shown,
    organizationObj,
    providers: items.map((item) => ({ ...item, provider: providers.get(item.name) ?? null })),
  };
}

export const applicationHooks: Hooks = {
  holds: async (field, stored, sent) => field === 'grantTypes' && isSame(stored, grantsOf(sent)),
  beforeAdd: withCredentials,
  beforeUpdate: keepCredentials,
  beforeRemove: deleteGrants,
  restore: (application, _deletion, work) => holdNames(application, undefined, work),
  released: storeResourceOfName,
  reapplied: giveBackName,
  present,
};
