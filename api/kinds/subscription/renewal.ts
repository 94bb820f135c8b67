/**
 * A subscription that no order renews. The order that did is unwanted then: the clock finds it, and tells its vendor until the vendor agrees. So the wish is
 * stored with its cause, and a crash loses nothing.
 */
export const noRenewal = { renewalOrder: '', renewalTime: '' } as const;
