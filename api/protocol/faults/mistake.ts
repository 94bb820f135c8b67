import type { ClientFault } from '@doorwright/crds/options/client-faults.ts';
import type { ErrorCode } from '../../core/error-codes.ts';

/** A mistake of a program. */
export interface Mistake {
  fault: ClientFault;
  /** What the program sent, if that helps to find the mistake. */
  sent?: string | undefined;
  /** A sentence about it in the language of the page. */
  said?: string | undefined;
  /** The paragraph of the guide about it, if it is not that of the fault. */
  page?: ErrorCode | undefined;
}
