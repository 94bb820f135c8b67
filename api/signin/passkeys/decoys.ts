import { createHmac } from 'node:crypto';
import type { Passkey } from '@doorwright/crds/kinds/passkey.ts';
import type { SecretBox } from '../../db/secret-box.ts';

type Shown = Pick<Passkey, 'id' | 'transports'>;

/** Sizes of ids, and how browsers reach these passkeys: common phones, laptops and keys. */
const looks: readonly { bytes: number; transports: string[] }[] = [
  { bytes: 16, transports: ['hybrid', 'internal'] },
  { bytes: 20, transports: ['hybrid', 'internal'] },
  { bytes: 32, transports: ['internal'] },
  { bytes: 48, transports: ['nfc', 'usb'] },
];

/** The passkeys of a user who has none, or who does not exist. They look real and never change (S25). */
export function decoysFor(box: SecretBox, organization: string, name: string): Shown[] {
  const [key] = box.derived('passkey-decoys');
  const bytes = createHmac('sha512', key as Buffer)
    .update(JSON.stringify([organization, name]))
    .digest();
  const look = looks[(bytes.at(-1) as number) % looks.length] as (typeof looks)[number];
  return [{ id: bytes.subarray(0, look.bytes).toString('base64url'), transports: look.transports }];
}
