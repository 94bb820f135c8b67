/** The states of an order. Only `api/features/commerce/orders` changes them. */
export const paymentStates = ['Created', 'Paid', 'Error', 'Expired', 'Refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const invoiceTypes = ['Individual', 'Organization'] as const;

/** The documents of a sale. A credit note takes an invoice back, whole or in part. */
export const invoiceDocuments = ['invoice', 'credit-note'] as const;

/**
 * The tax of an invoice: prices include it, the buyer owes it in another country of the European Union (reverse charge), or a small business
 * owes none.
 */
export const taxTreatments = ['included', 'reverse-charge', 'small-business'] as const;

/** What happened to an order, one entry for each line of its timeline. */
export const paymentEventTypes = [
  /** A buyer placed the order. */
  'placed',
  /** The vendor has the order, and the buyer can pay. */
  'begun',
  /** The vendor notified us. */
  'notified',
  /** A notification that the vendor did not send, or that is about something else. */
  'refused',
  /** We asked the vendor. */
  'asked',
  /** The state changed. */
  'changed',
  /** A repayment began, ended or failed. */
  'refund',
  'invoiced',
] as const;

/** The cause of an entry: a notification of the vendor, our question, a person, or the clock. */
export const paymentEventCauses = ['notice', 'question', 'person', 'clock'] as const;

export const refundStates = ['pending', 'done', 'failed'] as const;
