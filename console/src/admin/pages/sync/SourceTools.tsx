import type { SourceState } from '@doorwright/crds/options/sync.ts';
import { Button, Label } from '@patternfly/react-core';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { Time } from '../../ui/Time.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import type { Source } from './runs.ts';
import type { useRunSource } from './use-run-source.ts';

const tones = {
  ...({ None: 'info', Running: 'info', Waiting: 'warning', Held: 'warning' } as const),
  ...({ Done: 'success', Degraded: 'warning', Failed: 'danger' } as const),
} satisfies Record<SourceState, string>;

interface Props {
  source: Source;
  about: { nextRunTime: string; state: SourceState };
  starting: ReturnType<typeof useRunSource>;
  isBusy: boolean;
}

/** The state of a source, when its next run comes, and the buttons that start one. */
export function SourceTools({ source: { kind, id }, about: { state, nextRunTime }, starting, isBusy }: Props) {
  const { t } = useTranslation('sync-runs');
  const isStopped = isBusy || starting.isPending;
  const buttons = [
    { isPlan: false, variant: 'primary', words: 'runNow' },
    { isPlan: true, variant: 'secondary', words: 'showPlan' },
  ] as const;
  return (
    <div className="sync-tools">
      <dl className="sync-figures">
        <div>
          <dt>{t('state')}</dt>
          <dd>
            <Label status={tones[state]} isCompact>
              {t(`sourceStates.${state}`)}
            </Label>
          </dd>
        </div>
        <div>
          <dt>{t('next')}</dt>
          <dd>{nextRunTime ? <Time moment={nextRunTime} /> : t(`notAutomatic.${kind}`)}</dd>
        </div>
      </dl>
      {buttons.map(({ isPlan, variant, words }) => (
        <Button
          key={words}
          variant={variant}
          isLoading={starting.isPending && starting.variables === isPlan}
          isAriaDisabled={isStopped}
          onClick={() => !isStopped && starting.mutate(isPlan)}
        >
          {t(words)}
        </Button>
      ))}
      {kind === 'ldap' && (
        <Link className="sync-note" to={paths.ldapSync(id.split('/')[1] ?? '')}>
          {t('choosePeople')}
        </Link>
      )}
    </div>
  );
}
