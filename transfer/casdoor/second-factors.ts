import type { ImportedObject } from '../contract.ts';
import type { Losses } from '../reading/losses.ts';
import { type Original, textsOf } from './original.ts';

const base32 = /^[A-Z2-7]{8,500}$/;

export interface SecondFactors {
  taken: Pick<ImportedObject, 'totp' | 'recoveryCodes'>;
  /** The user had a second factor that is lost, so they must set up another one. */
  isRequired: boolean;
}

/** Factors that are sent: an email, a phone, a push message or a RADIUS server. */
const sent = ['mfaPhoneEnabled', 'mfaEmailEnabled', 'mfaRadiusEnabled', 'mfaPushEnabled'] as const;

/** The second factors of newer versions. Casdoor's apps have SHA-1, six digits and thirty seconds. */
export function secondFactorsOf(original: Original, losses: Losses): SecondFactors {
  const secret = original
    .text('totpSecret')
    .replaceAll(/[\s=-]/g, '')
    .toUpperCase();
  const totp = base32.test(secret) ? secret : undefined;
  if (secret && !totp) losses.add('the app with codes', 'Its secret is not in base32. The user sets up a new app.');
  const recoveryCodes = textsOf(original, 'recoveryCodes').filter((code) => code.length >= 4 && code.length <= 100);
  const hadSent = sent.filter((name) => original.flag(name)).length > 0;
  const preferred = original.text('preferredMfaType');
  if (hadSent)
    losses.add(
      `second factor by ${preferred && preferred !== 'app' ? preferred : 'message'}`,
      'The address or number of a second factor is proved again. The user sets one up at the next sign-in.',
    );
  return {
    taken: { ...(totp && { totp }), ...(recoveryCodes.length > 0 && { recoveryCodes: recoveryCodes.slice(0, 20) }) },
    isRequired: (hadSent || secret !== '') && !totp,
  };
}
