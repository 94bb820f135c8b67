import type { RequestContext } from '../../core/objects/history/records.ts';

/** The name of runs in records. */
export const runnerName = 'app/sync';

/**
 * The context in which a run writes. It has the rights of an administrator of the source's organization, and no more: a column cannot
 * make somebody a global administrator elsewhere.
 */
export const contextOfRun = (organization: string, now: Date, action = 'run-syncer'): RequestContext => ({
  caller: { type: 'application', name: 'sync', organization, access: { level: 'administrator' } },
  ...{ now, method: '', uri: '', action, clientIp: '' },
});
