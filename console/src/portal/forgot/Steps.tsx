import './steps.css';
import { t } from '../words.ts';

const steps = ['stepAccount', 'stepVerify', 'stepReset'] as const;

/** The present step. */
export function Steps({ at }: { at: number }) {
  return (
    <>
      <ol className="steps" aria-label={t('steps')}>
        {steps.map((step, index) => (
          <li key={step} className={index < at ? 'past' : ''} aria-current={index === at ? 'step' : undefined}>
            {t(step)}
          </li>
        ))}
      </ol>
      <span role="status" className="unseen">
        {at > 0 && t(steps[at] ?? 'stepAccount')}
      </span>
    </>
  );
}
