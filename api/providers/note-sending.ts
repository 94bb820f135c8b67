import { tableName } from '@doorwright/crds/derive/tables.ts';
import { provider as kind, type Provider } from '@doorwright/crds/kinds/provider.ts';
import { EgressError } from '../core/egress/egress-error.ts';
import { Refusal } from '../core/errors.ts';
import type { Db } from '../db/knex.ts';
import { isAboutReceiver } from './sms/text-service.ts';

const table = tableName(kind);
const longestProblem = 300;

/** Administrators of other organizations may read the provider, so the address or number of a receiver does not stay in it. */
const withoutReceivers = (text: string) => text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+|\+?\d{7,}/g, '…');

/** A mail server that refuses one mailbox works. A refusal by policy (class 5.7 of RFC 3463) is about us. */
function refusesMailbox(cause: unknown): boolean {
  const { command, response = '' } = (cause ?? {}) as { command?: string; response?: string };
  return command === 'RCPT TO' && !/\b[45]\.7\.\d+/.test(response);
}

/** Why the service does not work, or nothing if the failure is about the message. */
function problemOf(error: unknown, provider: string): string | undefined {
  // Both senders turn every failure of the service into a refusal.
  if (!(error instanceof Refusal)) return;
  const { code, params, cause } = error;
  const told = String(params.problem ?? '');
  const unexpected = cause instanceof EgressError ? cause.message : 'the service gave an unexpected answer';
  // An answer that nobody foresaw may contain anything, so the refusal names the provider only.
  const problem = told === provider ? unexpected : told;
  if (code === 'invalid' || code === 'receivers-invalid') return;
  if (code === 'mail-failed' && refusesMailbox(cause)) return;
  if (code === 'sms-failed' && isAboutReceiver(problem)) return;
  return withoutReceivers(problem || [code, ...Object.values(params)].join(' ')).slice(0, longestProblem);
}

/**
 * Sends by a service, and keeps with its provider since when it fails and why. A success costs a statement only after a
 * failure.
 */
export async function noteSending<T>(
  { db, provider: { owner, name, failingSince }, now }: { db: Db; provider: Provider; now: Date },
  send: () => Promise<T>,
): Promise<T> {
  const at = { owner, name };
  try {
    const sent = await send();
    if (failingSince) await db(table).where(at).update({ failing_since: null, problem: '' });
    return sent;
  } catch (error) {
    const problem = problemOf(error, name);
    if (problem) {
      const since = db.raw('coalesce(failing_since, ?)', [now]);
      await db(table).where(at).update({ failing_since: since, problem });
    }
    throw error;
  }
}
