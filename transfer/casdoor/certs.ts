import { cert } from '@doorwright/crds/kinds/cert.ts';
import type { Item } from '../contract.ts';
import { lossesOf } from '../reading/losses.ts';
import type { Original } from './original.ts';
import { readablePrivateKey } from './private-key.ts';
import type { Survey } from './survey.ts';
import { nameUnread, takeFields } from './take-fields.ts';

/** Fields without which a cert does not do its work. */
const needed = ['scope', 'type', 'cryptoAlgorithm'] as const;

function certItems(original: Original, survey: Survey): Item[] {
  const name = original.text('name');
  const losses = lossesOf(`cert "${name}"`);
  const fields = takeFields({ described: cert.described, original, losses, except: ['certificate', 'privateKey'] });
  if (losses.all.some(({ lost }) => needed.some((field) => lost.startsWith(`${field} "`)))) {
    losses.add('the cert', 'Its key cannot sign here. Its applications get a new key.');
    return [...losses.all];
  }
  const here = survey.certOf(name);
  if (!survey.claim('cert', 'admin', here)) {
    losses.add('the cert', `Another cert is named "${here}" too.`);
    return [...losses.all];
  }
  // Before 23 July 2022, the certificate was named a public key.
  const certificate = original.text('certificate') || original.text('publicKey');
  const privateKey = readablePrivateKey(original.text('privateKey'));
  if (here !== name)
    losses.add(
      `the name of the key "${name}"`,
      `It is "${here}" here, because the platform has a cert of that name. Tokens of Casdoor that still run are valid where the certificate is pinned. Programs that look up keys by name ask their users to sign in again.`,
    );
  nameUnread(original, losses);
  return [
    {
      kind: 'cert',
      from: losses.from,
      fields: {
        ...{ owner: 'admin', name: here, ...fields },
        ...(certificate && { certificate }),
        ...(privateKey && { privateKey }),
      },
    },
    ...losses.all,
  ];
}

/** Certs with their keys, so that applications go on signing with them. */
export const certsOf = (survey: Survey): Item[] => survey.all.cert.flatMap((original) => certItems(original, survey));
