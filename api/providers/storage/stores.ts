import { setTimeout as pause } from 'node:timers/promises';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { EgressError } from '../../core/egress/egress-error.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { openAliyunStore } from './aliyun-oss.ts';
import { openS3Store } from './aws-s3.ts';
import { openLocalStore } from './local-file-system.ts';
import type { FileStore, OpenStore, StoreDeps } from './store.ts';
import { openTencentStore } from './tencent-cos.ts';

/** How each service keeps files. One more service is one more file and one more line. */
const types: Partial<Record<Provider['type'], OpenStore>> = {
  'Local File System': openLocalStore,
  'AWS S3': openS3Store,
  'Aliyun OSS': openAliyunStore,
  'Tencent Cloud COS': openTencentStore,
};

/** Why a store failed, in words that are safe to tell: those of the disk hold paths of the server. */
function explained(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const problem = error instanceof EgressError ? error.message : (error as NodeJS.ErrnoException).code;
  return new Refusal('storage-failed', { problem: (problem ?? 'unknown').slice(0, 200) }, { cause: error });
}

const mostTries = 3;

/** A service that is away for a moment is asked again: to put or to remove twice is the same as once. */
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

/** The store of a provider, for the organization whose files it keeps. */
export function openStore(provider: Provider, organization: string, { config, egress }: StoreDeps): FileStore {
  const open = provider.category === 'Storage' ? types[provider.type] : undefined;
  if (!open) throw new Refusal('storage-unsupported', { type: provider.type });
  const { urlOf, put, remove } = open(provider, {
    config,
    way: egress.for(egressOwnerOf(provider, organization)),
  });
  return { urlOf, put: insistent(put), remove: insistent(remove) };
}
