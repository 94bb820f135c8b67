import { useTranslation } from '../../../words/use-translation.ts';
import type { Figures } from './deliveries.ts';

/** How the receiver did in the last 24 hours. */
export function FiguresOfDay({ figures: { attempts, succeeded, p95 } }: { figures: Figures }) {
  const { t, language } = useTranslation('webhook-deliveries');
  const number = (value: number, options: Intl.NumberFormatOptions = {}) => value.toLocaleString(language, options);
  const rate = attempts === 0 ? '–' : number(succeeded / attempts, { style: 'percent', maximumFractionDigits: 1 });
  const shown = [
    [t('figures.attempts'), number(attempts)],
    [t('figures.rate'), rate],
    [t('figures.p95'), attempts === 0 ? '–' : t('milliseconds', { value: number(p95) })],
  ] as const;
  return (
    <section aria-label={t('figures.title')}>
      <dl className="deliveries-figures">
        {shown.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
