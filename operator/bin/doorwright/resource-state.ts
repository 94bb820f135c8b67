/** A declared resource, as a folder's operator reported it or as a cluster has it. */
export interface ResourceState {
  kind: string;
  namespace: string;
  name: string;
  ready: string;
  reason: string;
  message: string;
  drift: number;
  /** Only where it stands in a folder. */
  file?: string;
  line?: number;
}
