import { Content } from '@patternfly/react-core';
import { Alert } from '../../ui/Alert.tsx';
import { WhatToDo } from '../../ui/WhatToDo.tsx';
import { exactTime } from '../../words/relative-time.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { RunDecisions } from './RunDecisions.tsx';
import { RunRows } from './RunRows.tsx';
import { foundCounts, type Run, resultCounts } from './runs.ts';

/** One run: why it stopped, what a person can decide, its numbers and its people. */
export function RunDetails({ run }: { run: Run }) {
  const { t, language } = useTranslation('sync-runs');
  const { createdTime, endTime, approvedBy, counts } = run;
  const results = resultCounts.filter((name) => counts[name] > 0);
  return (
    <div className="sync-opened">
      <WhyStopped run={run} />
      <RunDecisions run={run} />
      <Content component="p">
        <time dateTime={createdTime}>{exactTime(createdTime, language)}</time>
        {endTime && (
          <>
            {' – '}
            <time dateTime={endTime}>{exactTime(endTime, language)}</time>
          </>
        )}
        {approvedBy && (
          <>
            {' · '}
            {t('approvedBy', { user: approvedBy })}
          </>
        )}
      </Content>
      <dl className="sync-figures">
        {[...foundCounts, ...results].map((name) => (
          <div key={name}>
            <dt>{t(`counts.${name}`)}</dt>
            <dd>
              <bdi>{counts[name].toLocaleString(language)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <RunRows run={run} />
    </div>
  );
}

/** What stopped a run, or that somebody must decide. */
function WhyStopped({ run: { state, reason, problem, counts } }: { run: Run }) {
  const { t } = useTranslation('sync-runs');
  const tone = ({ failed: 'danger', held: 'warning', waiting: 'info', degraded: 'warning' } as const)[state as 'held'];
  if (!tone) return null;
  const title = state === 'degraded' ? t('notTaken', { count: counts.failed }) : problem || t(`states.${state}`);
  const isTold = reason !== '' && (state === 'failed' || state === 'held');
  return (
    <Alert isInline variant={tone} title={title} {...(isTold && { actionLinks: <WhatToDo code={reason} /> })}>
      {t(`why.${state}`)}
    </Alert>
  );
}
