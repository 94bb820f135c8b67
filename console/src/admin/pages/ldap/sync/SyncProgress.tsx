import { Progress } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../words/use-translation.ts';
import { isBusy, runsQuery, type Source } from '../../sync/runs.ts';

/** How many of the chosen people are users by now. */
export function SyncProgress({ source, total }: { source: Source; total: number }) {
  const { t, language } = useTranslation('sync-runs');
  const { data } = useQuery(runsQuery(source, { page: 1, pageSize: 1 }, true));
  const run = data?.rows.find(isBusy);
  const done = Math.min(total, run ? run.counts.done + run.counts.failed : 0);
  return (
    <Progress
      value={(100 * done) / total}
      title={t(`news.${run?.state ?? 'starting'}`)}
      label={`${done.toLocaleString(language)} / ${total.toLocaleString(language)}`}
      aria-live="polite"
    />
  );
}
