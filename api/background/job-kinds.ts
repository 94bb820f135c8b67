import type { JobKind } from '../core/jobs/kind.ts';
import { dueOrders, orderQuestions } from '../features/commerce/orders/due.ts';
import { dueSubscriptions } from '../features/commerce/plans/due.ts';
import { dueReminders } from '../features/commerce/plans/reminders/due.ts';
import { reminderLetter } from '../features/commerce/plans/reminders/letter-job.ts';
import { dueReconciliations, reconciliations } from '../features/commerce/reconcile/reconcile.ts';
import { dueRefunds, refundQuestions } from '../features/commerce/refunds/due.ts';
import { dueRenewals, renewalQuestions, unwantedRenewals } from '../features/commerce/renewals/due.ts';
import { fileRemovals } from '../features/files/file-removal.ts';
import { dueDigests } from '../features/notifications/digest/due.ts';
import { digestLetter } from '../features/notifications/digest/letter-job.ts';
import { recordSealing } from '../features/record-chain/seal.ts';
import { dueMetadata } from '../features/saml-metadata/due.ts';
import { metadataReadings } from '../features/saml-metadata/reading.ts';
import { dueSyncs } from '../features/sync/due.ts';
import { syncRuns } from '../features/sync/runs/run-job.ts';
import { writeBacks } from '../features/sync/write-back/write-back.ts';
import { deliver, deliverAgain, deliverSlowly, sweepDeliveries } from '../features/webhooks/deliver.ts';
import { serviceSignOuts } from '../protocol/sign-out/tell-services.ts';
import { signOutNotices } from '../protocol/sign-out/tell-sign-outs.ts';
import { codeLetter } from '../signin/codes/letter.ts';
import { accountNotice } from '../signin/notices/account-notice.ts';
import type { JobDeps } from './deps.ts';
import { upkeep } from './upkeep.ts';

/** All kinds of jobs. Another kind needs one file and one line here. */
export const jobKinds: readonly JobKind<never, JobDeps>[] = [
  accountNotice,
  codeLetter,
  digestLetter,
  dueOrders,
  orderQuestions,
  dueSubscriptions,
  dueReminders,
  reminderLetter,
  dueRefunds,
  refundQuestions,
  dueRenewals,
  renewalQuestions,
  unwantedRenewals,
  dueReconciliations,
  reconciliations,
  dueDigests,
  dueMetadata,
  fileRemovals,
  metadataReadings,
  recordSealing,
  signOutNotices,
  serviceSignOuts,
  deliver,
  deliverAgain,
  deliverSlowly,
  sweepDeliveries,
  dueSyncs,
  syncRuns,
  writeBacks,
  upkeep,
];
