import { setTimeout as pause } from 'node:timers/promises';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { EgressError } from '../../core/egress/egress-error.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { behaviourOf } from '../behaviour-of.ts';
import type { FileStore, StoreDeps } from './file-service.ts';
import { fileServices } from './index.ts';

/** The failure of a store for the caller. Messages of the disk contain paths of the server, so only their code remains. */
function explained(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const problem = error instanceof EgressError ? error.message : (error as NodeJS.ErrnoException).code;
  return new Refusal('storage-failed', { problem: (problem ?? 'unknown').slice(0, 200) }, { cause: error });
}

const mostTries = 3;

/** Retries a step after a failure of the network. Storing or removing twice has the same effect as once. */
const insistent =
  <Given>(step: (given: Given) => Promise<void>) =>
  async (given: Given): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        return await step(given);
      } catch (error) {
        if (!(error instanceof EgressError) || tries === mostTries) throw explained(error);
        await pause(200 * tries);
      }
    }
  };

/** Opens the store of a provider, for the organization whose files it keeps. */
export function openStore(provider: Provider, organization: string, { config, egress }: StoreDeps): FileStore {
  const open = behaviourOf('Storage', fileServices, provider);
  const { urlOf, storeFile, removeFile } = open(provider, {
    config,
    way: egress.for(egressOwnerOf(provider, organization)),
  });
  return { urlOf, storeFile: insistent(storeFile), removeFile: insistent(removeFile) };
}
