import type { Row } from '@doorwright/crds';
import { Label } from '@patternfly/react-core';
import { useCallProblem } from '../../words/call-problem.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { problemOf, stateOf } from './webhook-state.ts';

const tones = { off: 'info', fails: 'warning', offAfterFailures: 'danger' } as const;

/** Why a webhook is not called, or why its last call failed. */
export function StateCell({ row }: { row: Row }) {
  const { t } = useTranslation('webhook-deliveries');
  const say = useCallProblem();
  const state = stateOf(row);
  if (state === 'works') return null;
  return (
    <>
      <Label isCompact status={tones[state]}>
        {t(`states.${state}`)}
      </Label>{' '}
      {say(...problemOf(row))}
    </>
  );
}
