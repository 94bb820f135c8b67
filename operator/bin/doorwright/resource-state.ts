/** The state of a declared resource, from a folder's operator or from a cluster. */
export interface ResourceState {
  kind: string;
  namespace: string;
  name: string;
  ready: string;
  reason: string;
  message: string;
  drift: number;
  /** For folders only. */
  file?: string;
  line?: number;
}
