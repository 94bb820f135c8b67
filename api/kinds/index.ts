import type { HooksByKind } from '../core/objects/rules/kind-hooks.ts';
import { adapterHooks } from './adapter/adapter.ts';
import { applicationHooks } from './application/application.ts';
import { certHooks } from './cert/cert.ts';
import { enforcerHooks } from './enforcer/enforcer.ts';
import { groupHooks } from './group/group.ts';
import { modelHooks } from './model/model.ts';
import { organizationHooks } from './organization/organization.ts';
import { paymentHooks } from './payment/payment.ts';
import { permissionHooks } from './permission/permission.ts';
import { providerHooks } from './provider/provider.ts';
import { recordHooks } from './record/record.ts';
import { resourceHooks } from './resource/resource.ts';
import { roleHooks } from './role/role.ts';
import { subscriptionHooks } from './subscription/subscription.ts';
import { tokenHooks } from './token/token.ts';
import { userHooks } from './user/user.ts';
import { webhookHooks } from './webhook/webhook.ts';

/** Kinds with code that their model cannot express. */
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
  provider: providerHooks,
  cert: certHooks,
  token: tokenHooks,
  resource: resourceHooks,
  subscription: subscriptionHooks,
  payment: paymentHooks,
  record: recordHooks,
  webhook: webhookHooks,
};
