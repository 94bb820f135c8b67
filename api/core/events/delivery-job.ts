import type { JobDefinition } from '../jobs/kind.ts';

export interface DeliveryJob {
  /** Id of a delivery. The job sends what waits in its lane. */
  delivery: string;
  /** The webhook when the job was made. */
  webhook: string;
}

/** Sends the deliveries of one webhook and object, in order. The folder `features/webhooks` runs this job. */
export const deliveryJob: JobDefinition<DeliveryJob> = {
  name: 'webhook-delivery',
  // These retries are for failures of our own. A receiver that does not answer has pauses of its own.
  retry: { times: 10, firstSeconds: 5, mostSeconds: 600 },
  atOnce: 24,
  withinSeconds: 90,
  groupOf: ({ webhook }) => webhook,
};

/** The same for a webhook whose receiver is slow. These jobs have workers of their own, so that nobody else waits for such a receiver. */
export const slowJob: JobDefinition<DeliveryJob> = { ...deliveryJob, name: 'webhook-slow' };

/** The same for a webhook that fails. */
export const retryJob: JobDefinition<DeliveryJob> = { ...deliveryJob, name: 'webhook-retry', atOnce: 8, lines: 1 };

/** Starts deliveries that wait and have no job: after a webhook was enabled, and if another job was lost. */
export const sweepJob: JobDefinition<object> = {
  name: 'webhook-sweep',
  cron: '*/5 * * * *',
  retry: { times: 3, firstSeconds: 10, mostSeconds: 60 },
  atOnce: 1,
  withinSeconds: 120,
};
