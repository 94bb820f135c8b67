import type { Organization } from '@doorwright/crds/models/organization.ts';
import type { Provider } from '@doorwright/crds/models/provider.ts';
import { Hopeless, type JobKind } from '../../jobs/kind.ts';
import type { PortalDeps } from '../deps.ts';
import { deliverCode } from './deliver.ts';
import { type CodeRef, drawCode, issuedCode } from './issue.ts';

/** What would sign in or recover nobody is sent to nobody. */
const isForNobody = ({ purpose, user }: { purpose: string; user: string }) =>
  ['login', 'forget'].includes(purpose) && !user;

/** Sends a code that was asked for. */
export async function sendCodeOf(deps: PortalDeps, ref: CodeRef, now: Date): Promise<void> {
  const asked = await issuedCode(deps, ref);
  if (!asked || isForNobody(asked)) return;
  if (new Date(asked.expireTime) <= now) throw new Hopeless('The code was over before it could be sent');
  const { db, store } = deps;
  const organization = (await store('organization').find(db, 'admin', ref.organization)) as Organization | undefined;
  const provider = (await store('provider').find(db, 'admin', asked.provider)) as Provider | undefined;
  if (!organization || !provider) throw new Hopeless('What the code was to be sent with is gone');
  const code = await drawCode(deps, ref);
  await deliverCode(deps, provider, { organization, to: asked.destination, code, now }).catch((err: Error) => {
    deps.log.warn({ err, provider: provider.name }, 'A code could not be sent');
    throw err;
  });
}

/** A mail server that says so means that it will not take this letter another time either. */
function isRefused(error: unknown): boolean {
  const { cause, responseCode = 0 } = error as { cause?: unknown; responseCode?: number };
  return (responseCode >= 500 && responseCode < 600) || (cause instanceof Error && isRefused(cause));
}

/** The letter with a code, behind the answer: how long it takes tells nobody whether there is a receiver (S25). */
export const codeLetter: JobKind<CodeRef> = {
  name: 'code-letter',
  // In all about as long as the code is good.
  retry: { times: 13, firstSeconds: 2, mostSeconds: 60 },
  atOnce: 4,
  withinSeconds: 60,
  async run(ref, deps) {
    await sendCodeOf(deps, ref, deps.now()).catch((error: Error) => {
      throw isRefused(error) ? new Hopeless(error.message) : error;
    });
  },
};
