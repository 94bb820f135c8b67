import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { VerificationCode } from '@doorwright/crds/kinds/verification-code.ts';
import { Refusal } from '../../core/errors.ts';
import { type JobKind, PermanentFailure } from '../../core/jobs/kind.ts';
import { noteSending } from '../../providers/note-sending.ts';
import { limits, spend } from '../locks/limits.ts';
import { applicationNamed } from '../place/applications.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import { senderOf } from '../place/sender.ts';
import { deliverCode } from './deliver.ts';
import { type CodeRef, drawCode, issuedCode } from './issue.ts';
import { linkAddress, newSecret } from './link-ticket.ts';

/** A code or link for sign-in or recovery of a missing user is never sent. */
const isForNobody = ({ purpose, user }: { purpose: string; user: string }) =>
  ['login', 'link', 'forget'].includes(purpose) && !user;

/**
 * Says whether the address or its user got too many letters in a quarter of an hour. The caller is not told,
 * because the answer is about an existing user (S25).
 */
async function isEnough(deps: PortalDeps, { owner, user, destination, digest }: VerificationCode, now: Date) {
  // The first try counted this letter.
  if (digest) return false;
  const counters = [limits.lettersTo(destination), limits.lettersFor(owner, user || destination)];
  try {
    await spend(deps.db, counters, now);
    return false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    deps.log.warn({ organization: owner, user }, 'A code was not sent: its receiver has had enough of them');
    return true;
  }
}

/** The code, and the language of its letter. */
interface CodeLetter extends CodeRef {
  language?: string;
}

/** Sends a requested code. */
export async function sendCodeOf(
  deps: PortalDeps,
  { language, ...ref }: CodeLetter,
  asked: VerificationCode,
  now: Date,
): Promise<void> {
  if (new Date(asked.expireTime) <= now) throw new PermanentFailure('The code was over before it could be sent');
  const organization = (await deps.store('organization').find(deps.db, 'admin', ref.organization)) as
    | Organization
    | undefined;
  const { application } = asked.application
    ? await applicationNamed(deps, asked.application)
    : { application: undefined };
  const user = (asked.user ? await deps.store('user').find(deps.db, ref.organization, asked.user) : undefined) as
    | User
    | undefined;
  // The request found a provider for anybody. If the user's name reads as an address, their contact may need the other category.
  const category = asked.destination.includes('@') ? 'Email' : 'SMS';
  const home = { organization: ref.organization, application, named: asked.provider };
  const sender = await senderOf(deps, category, { user, ...home });
  if (!organization || !sender) throw new PermanentFailure('What the code was to be sent with is gone');
  const { provider } = sender;
  const isLink = asked.purpose === 'link';
  const code = await drawCode(deps, ref, asked.destination, isLink ? newSecret() : undefined);
  const link = isLink
    ? { link: linkAddress(deps.config.DOORWRIGHT_ORIGIN, asked.application, { id: ref.id, secret: code }) }
    : {};
  const letter = { organization, application, user, to: asked.destination, code, ...link, language, now };
  await noteSending({ db: deps.db, provider, now }, () => deliverCode(deps, sender, letter)).catch((err: Error) => {
    deps.log.warn({ err, provider: provider.name }, 'A code could not be sent');
    throw err;
  });
}

/** The mail server will not take this letter later either. */
function isRefused(error: unknown): boolean {
  const { cause, responseCode = 0 } = error as { cause?: unknown; responseCode?: number };
  return (responseCode >= 500 && responseCode < 600) || (cause instanceof Error && isRefused(cause));
}

/**
 * The letter with a code, sent by a job. The time of the answer says nothing about whether there is a receiver
 * (S25).
 */
export const codeLetter: JobKind<CodeLetter, PortalDeps & { now: () => Date }> = {
  name: 'code-letter',
  // All tries together take about as long as the code is valid.
  retry: { times: 13, firstSeconds: 2, mostSeconds: 60 },
  atOnce: 12,
  withinSeconds: 60,
  // Each organization has its own mail server.
  groupOf: ({ organization }) => organization,
  async run(letter, deps) {
    const now = deps.now();
    const asked = await issuedCode(deps, letter);
    if (!asked || isForNobody(asked) || (await isEnough(deps, asked, now))) return;
    await sendCodeOf(deps, letter, asked, now).catch((error: Error) => {
      throw isRefused(error) ? new PermanentFailure(error.message) : error;
    });
  },
};
