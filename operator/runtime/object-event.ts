/** One event about a resource, as `kubectl describe` shows it. */
export interface ObjectEvent {
  type: 'Normal' | 'Warning';
  /** A condition's reason, or an action such as Created or Rotated. */
  reason: string;
  /** The action: Reconcile, Delete, Rotate. */
  action: string;
  note: string;
}
