import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { VerificationCode } from '@doorwright/crds/kinds/verification-code.ts';
import { Refusal } from '../../core/errors.ts';
import { type JobKind, PermanentFailure } from '../../core/jobs/kind.ts';
import { applicationNamed } from '../applications.ts';
import { limits, spend } from '../locks/limits.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { codeProvider, deliverCode } from './deliver.ts';
import { type CodeRef, drawCode, issuedCode } from './issue.ts';

/** What would sign in or recover nobody is sent to nobody. */
const isForNobody = ({ purpose, user }: { purpose: string; user: string }) =>
  ['login', 'forget'].includes(purpose) && !user;

/** Has the address or its user had all the letters of a quarter of an hour? Who asked is not told: it is about who was found (S25). */
async function isEnough(deps: PortalDeps, { owner, user, destination, digest }: VerificationCode, now: Date) {
  // The first try counted it.
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

/** The provider it was asked for with, or the one for what the user has instead of what his name reads like. */
async function providerFor(deps: PortalDeps, asked: VerificationCode): Promise<Provider | undefined> {
  const providers = deps.store('provider');
  // A person who changes their own address does so at no application; whose provider it was is judged as it is asked for.
  if (!asked.application) return (await providers.find(deps.db, 'admin', asked.provider)) as Provider | undefined;
  const { application } = await applicationNamed(deps, asked.application);
  const named = (await providers.findFor(deps.db, application.organization, 'admin', asked.provider)) as
    | Provider
    | undefined;
  const isMail = asked.destination.includes('@');
  if (!named || isMail === (named.category === 'Email')) return named;
  return codeProvider(deps, application, isMail ? 'email' : 'phone');
}

/** Which code, and in whose language it is sent. */
interface CodeLetter extends CodeRef {
  language?: string;
}

/** Sends a code that was asked for. */
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
  const provider = await providerFor(deps, asked);
  if (!organization || !provider) throw new PermanentFailure('What the code was to be sent with is gone');
  const code = await drawCode(deps, ref, asked.destination);
  await deliverCode(deps, provider, { organization, to: asked.destination, code, language, now }).catch(
    (err: Error) => {
      deps.log.warn({ err, provider: provider.name }, 'A code could not be sent');
      throw err;
    },
  );
}

/** A mail server that says so means that it will not take this letter another time either. */
function isRefused(error: unknown): boolean {
  const { cause, responseCode = 0 } = error as { cause?: unknown; responseCode?: number };
  return (responseCode >= 500 && responseCode < 600) || (cause instanceof Error && isRefused(cause));
}

/** The letter with a code, behind the answer: how long it takes tells nobody whether there is a receiver (S25). */
export const codeLetter: JobKind<CodeLetter, PortalDeps & { now: () => Date }> = {
  name: 'code-letter',
  // In all about as long as the code is good.
  retry: { times: 13, firstSeconds: 2, mostSeconds: 60 },
  atOnce: 12,
  withinSeconds: 60,
  // Each has a mail server of its own.
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
