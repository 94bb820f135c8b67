import type { KindEditor } from '../editor/kind-editor.ts';
import { applicationEditor } from './application/application-editor.tsx';
import { certEditor } from './cert/cert-editor.ts';
import { groupEditor } from './group/group-editor.tsx';
import { ldapEditor } from './ldap/ldap-editor.ts';
import { organizationEditor } from './organization/organization-editor.tsx';
import { paymentEditor } from './payment/payment-editor.ts';
import { permissionEditor } from './permission/permission-editor.tsx';
import { pricingEditor } from './pricing/pricing-editor.tsx';
import { providerEditor } from './provider/provider-editor.tsx';
import { roleEditor } from './role/role-editor.tsx';
import { subscriptionEditor } from './subscription/subscription-editor.ts';
import { syncerEditor } from './syncer/syncer-editor.tsx';
import { userEditor } from './user/user-editor.ts';
import { webhookEditor } from './webhook/webhook-editor.tsx';

/** The kinds with special parts in their editor. */
export const kindEditors: Record<string, KindEditor> = {
  application: applicationEditor,
  cert: certEditor,
  group: groupEditor,
  ldap: ldapEditor,
  organization: organizationEditor,
  payment: paymentEditor,
  permission: permissionEditor,
  pricing: pricingEditor,
  provider: providerEditor,
  role: roleEditor,
  subscription: subscriptionEditor,
  syncer: syncerEditor,
  user: userEditor,
  webhook: webhookEditor,
};
