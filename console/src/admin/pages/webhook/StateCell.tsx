import type { Row } from '@doorwright/crds';
import { Label } from '@patternfly/react-core';
import { useCallProblem } from '../../words/call-problem.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { problemOf, stateOf } from './webhook-state.ts';

const tones = { works: 'success', off: 'info', fails: 'warning', offAfterFailures: 'danger' } as const;

/** How the webhook does, and why its last call failed. */
export function StateCell({ row }: { row: Row }) {
  const { t } = useTranslation('webhook-deliveries');
  const say = useCallProblem();
  const state = stateOf(row);
  return (
    <>
      <Label isCompact status={tones[state]}>
        {t(`states.${state}`)}
      </Label>{' '}
      {say(...problemOf(row))}
    </>
  );
}
