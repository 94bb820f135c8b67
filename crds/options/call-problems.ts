/** Why a call of another server failed. `locales/<language>/call-problems.json` has a sentence for each. */
export const callProblems = [
  'answered',
  'too-late',
  'name-unknown',
  'nothing-listens',
  'connection-lost',
  'unreachable',
  'no-tls',
  'no-http',
  'certificate-expired',
  'certificate-other-name',
  'certificate-unknown',
  'answer-too-large',
  'address-forbidden',
  'record-gone',
  'failed',
] as const;

export type CallProblemCode = (typeof callProblems)[number];

/** A problem with what its sentence names: the status of an answer, or the host and port. */
export interface CallProblem {
  code: CallProblemCode;
  value: string;
}

/** The reason of the record of a webhook that the server disables after three days of failures. */
export const failedTooLong = 'webhook-failed';

/** The values of the sentence. */
export function problemValues(value: string): { value: string; host: string; port: string } {
  const [, host = value, port = ''] = /^(.*):(\d+)$/.exec(value) ?? [];
  return { value, host, port };
}
