import { useTranslation } from '../../../words/use-translation.ts';
import { timeLeft } from './time-left.ts';
import type { LockedNetwork as Locked } from './use-sign-in-state.ts';

/** The user is free, but the network that they try from is not. It ends by itself. */
export function LockedNetwork({ address, retryAfterSeconds }: Locked) {
  const { t } = useTranslation('dossier');
  const { unit, n } = timeLeft(retryAfterSeconds);
  return <span>{t('networkLocked', { address, time: t(`time.${unit}`, { n }) })}</span>;
}
