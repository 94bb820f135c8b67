import type { Record_ } from '@doorwright/crds/kinds/record.ts';
import type { Config } from '../../core/config.ts';
import type { KeptAnchor } from '../record-chain/read.ts';

/** A record as it is sent. */
export type SentRecord = Omit<Record_, 'id'> & { id: number };

/** Records that a target has refused for good, and why it refused the last ones. */
export interface Refused {
  records: number;
  reason: string;
}

/** A program elsewhere that gets all records. */
export interface Target {
  name: TargetName;
  /** Sends records in their order. It fails unless the target has taken or refused for good each of them. */
  send: (records: readonly SentRecord[]) => Promise<Refused>;
  /** Sends an anchor, after all records that it covers. It fails as `send` does. */
  sendAnchor: (anchor: KeptAnchor) => Promise<Refused>;
  close: () => Promise<void>;
}

export type TargetName = 'otlp' | 'syslog';

export type TargetConfig = Pick<
  Config,
  | 'DOORWRIGHT_ORIGIN'
  | 'DOORWRIGHT_RECORDS_OTLP_ENDPOINT'
  | 'DOORWRIGHT_RECORDS_SYSLOG'
  | 'DOORWRIGHT_RECORDS_SYSLOG_CA_FILE'
>;

/** The time that one delivery may take. */
export const sendMs = 10_000;

/** The targets that the settings name. */
export const namedTargets = (
  config: Pick<TargetConfig, 'DOORWRIGHT_RECORDS_OTLP_ENDPOINT' | 'DOORWRIGHT_RECORDS_SYSLOG'>,
): TargetName[] => [
  ...(config.DOORWRIGHT_RECORDS_OTLP_ENDPOINT ? (['otlp'] as const) : []),
  ...(config.DOORWRIGHT_RECORDS_SYSLOG ? (['syslog'] as const) : []),
];
