import { useTranslation } from '../../words/use-translation.ts';
import { isBusy, type Run } from './runs.ts';

/** The progress of a run. Screen readers announce each new state. */
export function RunNews({ isStarting, run }: { isStarting: boolean; run: Run | undefined }) {
  const { t } = useTranslation('sync-runs');
  const told = isStarting && !(run && isBusy(run)) ? 'starting' : run?.state;
  return <p role="status">{told && t(`news.${told}`)}</p>;
}
