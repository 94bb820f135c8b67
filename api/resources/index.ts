import { adapterHooks } from './adapter.ts';
import { applicationHooks } from './application.ts';
import { certHooks } from './cert.ts';
import { enforcerHooks } from './enforcer.ts';
import { groupHooks } from './group.ts';
import type { HooksByKind } from './hooks.ts';
import { modelHooks } from './model.ts';
import { organizationHooks } from './organization.ts';
import { paymentHooks } from './payment.ts';
import { permissionHooks } from './permission.ts';
import { resourceHooks } from './resource.ts';
import { roleHooks } from './role.ts';
import { subscriptionHooks } from './subscription.ts';
import { tokenHooks } from './token.ts';
import { userHooks } from './user.ts';

/** Kinds that do something their model cannot say. */
export const hooks: HooksByKind = {
  organization: organizationHooks,
  user: userHooks,
  role: roleHooks,
  group: groupHooks,
  permission: permissionHooks,
  model: modelHooks,
  adapter: adapterHooks,
  enforcer: enforcerHooks,
  application: applicationHooks,
  cert: certHooks,
  token: tokenHooks,
  resource: resourceHooks,
  subscription: subscriptionHooks,
  payment: paymentHooks,
};
