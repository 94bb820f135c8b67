/** What the last run of a source of users says. Its resource is ready whatever it says. */
export const runReasons = ['NotRun', 'Waiting', 'Running', 'Held', 'Done', 'Degraded', 'Failed'] as const;

/** All our conditions and their reasons. Dashboards compare these words, so they never change. */
export const reasons = {
  Synced: [
    ...(['InSync', 'Applied', 'DriftRepaired', 'DriftIgnored'] as const),
    ...(['BackendUnavailable', 'RejectedByApi', 'Conflict'] as const),
    ...runReasons,
  ],
  Held: ['Held', 'NotHeld'],
  ReferencesResolved: ['Resolved', 'NotFoundOrNotPermitted', 'NotReady', 'SecretMissing', 'SecretKeyMissing'],
  CredentialsReady: ['Issued', 'Rotating', 'WaitingForConsumers', 'SecretConflict'],
  Drifted: ['FieldsDiffer'],
  Reconciling: ['Progressing', 'Retrying', 'Deleting'],
  Stalled: [
    'InvalidSpec',
    'NameConflict',
    'AdoptionRefused',
    'DeletionProtected',
    'HasDependents',
    'PermissionDenied',
    'SecretDropped',
  ],
} as const;

export type DetailType = keyof typeof reasons;
export type ReasonOf<T extends DetailType> = (typeof reasons)[T][number];
/** Reasons of a true Ready. A false one repeats the reason of the blocking condition. */
export type ReadyReason = 'Reconciled' | 'Observed' | 'Paused' | ReasonOf<DetailType>;
export type ConditionType = 'Ready' | DetailType;

export const conditionTypes: readonly ConditionType[] = ['Ready', ...(Object.keys(reasons) as DetailType[])];
