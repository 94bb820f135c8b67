import { isClosed } from '@doorwright/crds/providers/described.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { renameInLinks } from './links.ts';
import { metadataState, readMetadataLater } from './metadata.ts';

function refuseClosed(provider: Draft): Draft {
  if (isClosed(provider))
    throw new Refusal(
      'provider-unsupported',
      { type: String(provider.type) },
      { fields: [{ field: 'type', code: 'not-supported' }] },
    );
  return provider;
}

async function followingMetadata(provider: Draft, before: Draft | undefined, work: Work): Promise<Draft> {
  await readMetadataLater(provider, before, work);
  return provider;
}

/** Nobody chooses a type that does not work. A provider that was stored with one can still be read and changed. */
export const providerHooks: Hooks = {
  afterRename: renameInLinks,
  beforeAdd: (provider, work) => followingMetadata(refuseClosed(provider), undefined, work),
  beforeUpdate(provider, before, work) {
    const isSameType = provider.category === before.category && provider.type === before.type;
    return followingMetadata(isSameType ? provider : refuseClosed(provider), before, work);
  },
  async present(shown, stored, work, read) {
    return read === 'one' ? { ...shown, metadataState: await metadataState(stored, work) } : shown;
  },
};
