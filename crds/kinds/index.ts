import type { Kind } from '../define.ts';
import { adapter } from './adapter.ts';
import { application } from './application.ts';
import { artifact } from './artifact.ts';
import { cert } from './cert.ts';
import { certKey } from './cert-key.ts';
import { change } from './change.ts';
import { clientSecret } from './client-secret.ts';
import { countedId } from './counted-id.ts';
import { deletedFile } from './deleted-file.ts';
import { deletedObject } from './deleted-object.ts';
import { enforcer } from './enforcer.ts';
import { event } from './event.ts';
import { factor } from './factor.ts';
import { group } from './group.ts';
import { guessCount } from './guess-count.ts';
import { heldName } from './held-name.ts';
import { invoice } from './invoice.ts';
import { invoiceSeries } from './invoice-series.ts';
import { ldap } from './ldap.ts';
import { manifestReport } from './manifest-report.ts';
import { metadataRefresh } from './metadata-refresh.ts';
import { model } from './model.ts';
import { notificationMark } from './notification-mark.ts';
import { organization } from './organization.ts';
import { origin } from './origin.ts';
import { passkey } from './passkey.ts';
import { passkeyChallenge } from './passkey-challenge.ts';
import { payment } from './payment.ts';
import { paymentDifference } from './payment-difference.ts';
import { paymentEvent } from './payment-event.ts';
import { permission } from './permission.ts';
import { plan } from './plan.ts';
import { postedTicket } from './posted-ticket.ts';
import { pricing } from './pricing.ts';
import { product } from './product.ts';
import { provider } from './provider.ts';
import { providerRequest } from './provider-request.ts';
import { record } from './record.ts';
import { recordAnchor } from './record-anchor.ts';
import { recordHead, recordSeal } from './record-head.ts';
import { recordShipment } from './record-shipment.ts';
import { refund } from './refund.ts';
import { resource } from './resource.ts';
import { role } from './role.ts';
import { samlKey } from './saml-key.ts';
import { scimLink } from './scim-link.ts';
import { scimToken } from './scim-token.ts';
import { serviceVisit } from './service-visit.ts';
import { session } from './session.ts';
import { signInAttempt } from './sign-in-attempt.ts';
import { subscription } from './subscription.ts';
import { syncLink } from './sync-link.ts';
import { syncRow } from './sync-row.ts';
import { syncRun } from './sync-run.ts';
import { syncer } from './syncer.ts';
import { token } from './token.ts';
import { trustedDevice } from './trusted-device.ts';
import { usedId } from './used-id.ts';
import { usedPassword } from './used-password.ts';
import { user } from './user.ts';
import { verificationCode } from './verification-code.ts';
import { webhook } from './webhook.ts';
import { webhookDelivery } from './webhook-delivery.ts';

/** Every kind, in reading order. A new kind is one line here. */
export const kinds = [
  organization,
  user,
  role,
  group,
  permission,
  model,
  adapter,
  enforcer,
  application,
  provider,
  token,
  cert,
  webhook,
  record,
  syncer,
  ldap,
  resource,
  product,
  plan,
  pricing,
  subscription,
  payment,
  paymentEvent,
  paymentDifference,
  refund,
  invoice,
  invoiceSeries,
  syncRun,
  syncRow,
  syncLink,
  scimToken,
  scimLink,
  session,
  serviceVisit,
  factor,
  trustedDevice,
  usedPassword,
  passkey,
  passkeyChallenge,
  signInAttempt,
  providerRequest,
  metadataRefresh,
  recordHead,
  recordSeal,
  recordAnchor,
  recordShipment,
  postedTicket,
  verificationCode,
  guessCount,
  countedId,
  usedId,
  heldName,
  artifact,
  origin,
  change,
  event,
  webhookDelivery,
  deletedObject,
  deletedFile,
  clientSecret,
  certKey,
  samlKey,
  manifestReport,
  notificationMark,
] as unknown as readonly Kind[];
