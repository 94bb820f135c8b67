import type { Row } from '@doorwright/crds';
import { Label } from '@patternfly/react-core';
import { useTranslation } from '../../../words/use-translation.ts';
import { timeLeft } from './time-left.ts';
import type { Lock } from './use-sign-in-state.ts';

/** The state of a user in words: whether they can sign in now, and why not. */
export function StateLabels({ user, lock }: { user: Row; lock: Lock | undefined }) {
  const { t } = useTranslation('dossier');
  const isOut = user.isDeleted || user.isForbidden;
  const time = lock && timeLeft(lock.secondsLeft);
  return (
    <>
      {user.isDeleted === true && <Label color="orange">{t('state.deleted')}</Label>}
      {user.isForbidden === true && <Label status="danger">{t('state.blocked')}</Label>}
      {time && <Label status="warning">{t('state.locked', { time: t(`time.${time.unit}`, { n: time.n }) })}</Label>}
      {!isOut && !lock && <Label status="success">{t('state.active')}</Label>}
    </>
  );
}
