import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import { isGlobalAdmin, organizationOf, platform } from '../../core/callers.ts';
import type { Config } from '../../core/config.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';

export interface FirstSteps {
  /** Somebody signed in to an application. */
  application: boolean;
  mail: boolean;
  provider: boolean;
  secondFactor: boolean;
  /** The key that encrypts secrets is in the data folder alone. Only global administrators learn it. */
  generatedKey?: boolean;
}

export type FirstStepsDeps = Pick<RouteDeps, 'db' | 'registry' | 'store' | 'objects'> & {
  config: Pick<Config, 'DOORWRIGHT_SECRET_KEY'>;
};

const builtInApplication = 'admin/app-built-in';

/** Two ranges of the index, because the console's own sign-ins can be millions. */
async function hasSignIn({ db }: FirstStepsDeps, organization: string | undefined): Promise<boolean> {
  const within = (comparison: '<' | '>') =>
    db(tableName(record))
      .where('application', comparison, builtInApplication)
      .whereNot('application', '')
      .where({ outcome: 'ok', event: 'login', ...(organization !== undefined && { owner: organization }) })
      .first('name');
  return (await within('>')) !== undefined || (await within('<')) !== undefined;
}

/** The steps of a new installation or organization that its administrator has done. */
export async function firstSteps(deps: FirstStepsDeps, context: RequestContext): Promise<FirstSteps> {
  const { db, registry, store, objects, config } = deps;
  const { caller } = context;
  const isGlobal = isGlobalAdmin(caller);
  const organization = isGlobal ? platform : (organizationOf(caller) ?? '');
  const has = async (value: string) =>
    (await objects.list(registry.named('provider'), context, { field: 'category', value, pageSize: '1' })).total > 0;
  const [application, mail, oauth, saml, found] = await Promise.all([
    hasSignIn(deps, isGlobal ? undefined : organization),
    has('Email'),
    has('OAuth'),
    has('SAML'),
    store('organization').find(db, 'admin', organization),
  ]);
  const { secondFactor = 'off' } = (found ?? {}) as Partial<Organization>;
  return {
    application,
    mail,
    provider: oauth || saml,
    secondFactor: ['administrators', 'everyone'].includes(secondFactor),
    ...(isGlobal && { generatedKey: !config.DOORWRIGHT_SECRET_KEY }),
  };
}
