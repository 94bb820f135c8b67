/** Every condition we own and every reason it may carry. Dashboards and scripts compare these words: adding is fine, changing is not. */
export const reasons = {
  Synced: ['InSync', 'Applied', 'DriftRepaired', 'DriftIgnored', 'BackendUnavailable', 'RejectedByApi', 'Conflict'],
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
/** Ready names itself only when it is true; otherwise it repeats the reason of whatever blocks. */
export type ReadyReason = 'Reconciled' | 'Observed' | 'Paused' | ReasonOf<DetailType>;
export type ConditionType = 'Ready' | DetailType;

export const conditionTypes: readonly ConditionType[] = ['Ready', ...(Object.keys(reasons) as DetailType[])];
