import type { ClientFault } from '@doorwright/crds/options/client-faults.ts';

/** A mistake of a program. */
export interface Mistake {
  fault: ClientFault;
  /** What the program sent, if that helps to find the mistake. */
  sent?: string | undefined;
  /** A sentence about it in the language of the page. */
  said?: string | undefined;
}
