import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';
import { changeKey, nameFirstKey, renameKey } from './keys/change-key.ts';
import { checkPair } from './keys/check-pair.ts';
import { generateCert } from './keys/generate-cert.ts';

const generated = async (draft: Draft, { now }: Work): Promise<Draft> => ({
  ...draft,
  ...(await generateCert({ ...(draft as Draft & Parameters<typeof generateCert>[0]), now })),
});

const isEmpty = ({ certificate, privateKey }: Draft) => !certificate && !privateKey;

/** Certificates that only verify messages of a payment service. We do not have their private key. */
const isForeign = ({ privateKey, authorityPublicKey }: Draft) => !privateKey && Boolean(authorityPublicKey);

function withPair(draft: Draft, work: Work): Draft | Promise<Draft> {
  if (isEmpty(draft)) return generated(draft, work);
  if (!isForeign(draft)) checkPair(draft, work.now);
  return draft;
}

async function beforeAdd(draft: Draft, work: Work): Promise<Draft> {
  const next = await withPair(draft, work);
  await nameFirstKey(next as Draft & Cert, work);
  return next;
}

/** An update with both halves empty creates a new pair. An unchanged pair is not checked again. */
async function beforeUpdate(draft: Draft, before: Draft, work: Work): Promise<Draft> {
  const names = ['certificate', 'privateKey', 'cryptoAlgorithm'] as const;
  if (names.every((name) => draft[name] === before[name])) return draft;
  const next = await withPair(draft, work);
  await changeKey(before as Draft & Cert, next as Draft & Cert, work);
  return next;
}

export const certHooks: Hooks = {
  beforeAdd,
  beforeUpdate,
  afterRename: (after, before, work) => renameKey(before as Draft & Cert, after as Draft & Cert, work),
  restore: (cert, _deletion, work) => nameFirstKey(cert as Draft & Cert, work),
};
