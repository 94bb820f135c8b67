import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { ldap } from '@doorwright/crds/kinds/ldap.ts';
import { syncer } from '@doorwright/crds/kinds/syncer.ts';
import type { Reconciler } from '../runtime/reconciler.ts';
import type { Services } from './core/services.ts';
import { application } from './kinds/application.ts';
import { audience } from './kinds/audience.ts';
import { cert } from './kinds/cert.ts';
import { organization } from './kinds/organization.ts';
import { source } from './kinds/source.ts';
import { webhook } from './kinds/webhook.ts';
import { defaultReconciler } from './pass/default-reconciler.ts';
import type { Rules } from './pass/rules.ts';

/** The rules of kinds that need their own. */
const special: Readonly<Record<string, Omit<Rules, 'kind'>>> = {
  Application: application,
  Cert: cert,
  Ldap: source(ldap, 'lastSync'),
  Organization: organization,
  Syncer: source(syncer, 'lastRunTime'),
  Webhook: webhook,
};

/** The reconcilers of all kinds that can be declared. */
export const reconcilersOf = (services: Services): Reconciler[] =>
  kinds
    .filter(isDeclared)
    .map((kind) => defaultReconciler({ ...(kind.audience && audience), ...special[kind.kind], kind }, services));
