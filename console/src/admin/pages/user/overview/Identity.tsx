import type { Row } from '@doorwright/crds';
import { Card, CardBody, Content } from '@patternfly/react-core';
import { Portrait } from '../../../ui/Portrait.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { Actions } from './Actions.tsx';
import { LockedNetwork } from './LockedNetwork.tsx';
import { StateLabels } from './StateLabels.tsx';
import { useCare, whomOf } from './standing.ts';
import { useSignInState } from './use-sign-in-state.ts';

interface Props {
  user: Row;
  refreshed: () => Promise<void>;
}

/** The user, whether they can sign in, and the steps that an administrator can take. */
export function Identity({ user, refreshed }: Props) {
  const { t } = useTranslation('dossier');
  const { may } = useCare(user);
  const state = useSignInState(whomOf(user));
  const { lock, networks } = state;
  return (
    <Card className="dossier-head" isCompact>
      <CardBody>
        <Portrait src={String(user.avatar ?? '')} name={String(user.name)} size="xl" />
        <div className="dossier-who">
          <Content component="small">{`${user.owner}/${user.name}`}</Content>
          <section className="dossier-state" aria-label={t('state.label')}>
            {state.isKnown && <StateLabels user={user} lock={lock} />}
            {lock && <span>{t(`after.${lock.secret}`)}</span>}
            {networks.map(({ address, retryAfterSeconds }) => (
              <LockedNetwork key={address} address={address} retryAfterSeconds={retryAfterSeconds} />
            ))}
            {state.error && <span>{state.error.message}</span>}
          </section>
        </div>
        {may && <Actions user={user} state={state} refreshed={refreshed} />}
      </CardBody>
    </Card>
  );
}
