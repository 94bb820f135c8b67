/** What the user of a request has done for it. */
export interface Answered {
  /** A sign-in after this time, in seconds, was for this request. */
  since: number;
  /** The user has typed their credentials with this call. */
  isFresh?: boolean;
  /** The client pushed the request that opened the page. */
  isPushed?: boolean;
  agrees?: boolean;
  denies?: boolean;
}

/**
 * Set for each call from this process. A call cannot open a page, so its user has answered everything that the request
 * asks, or the library refuses it.
 */
export const answered = new WeakMap<object, Answered>();
