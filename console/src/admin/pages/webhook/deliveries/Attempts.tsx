import { Content } from '@patternfly/react-core';
import { registry } from '../../../kinds.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { CodeText } from '../../../ui/CodeText.tsx';
import { exactTime } from '../../../words/relative-time.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import type { Attempt, Delivery } from './deliveries.ts';

const record = registry.named('record');

/** What was called, and what came back. */
export function Attempts({
  delivery: { id, record: name, state, nextTime, problem, attempts },
}: {
  delivery: Delivery;
}) {
  const { t, language } = useTranslation('webhook-deliveries');
  return (
    <>
      <Content component="p">
        {t('id')} <code>{id}</code> · <Link to={paths.found(record, 'name', name)}>{t('record')}</Link>
      </Content>
      {state === 'waiting' && nextTime && (
        <Content component="p">{t('next', { time: exactTime(nextTime, language) })}</Content>
      )}
      {attempts.length === 0 && <Content component="p">{problem || t('noAttempts')}</Content>}
      <ol className="deliveries-attempts">
        {attempts.map((attempt) => (
          <li key={attempt.time}>
            <AttemptOf attempt={attempt} />
          </li>
        ))}
      </ol>
    </>
  );
}

function AttemptOf({ attempt: { time, method, url, status, duration, answer, problem } }: { attempt: Attempt }) {
  const { t, language } = useTranslation('webhook-deliveries');
  const took = t('milliseconds', { value: duration.toLocaleString(language) });
  return (
    <>
      <p>
        <time dateTime={time}>{exactTime(time, language)}</time> · <code>{`${method} ${url}`}</code> ·{' '}
        <bdi>{status > 0 ? status : t('noAnswer')}</bdi> · <bdi>{took}</bdi>
      </p>
      {problem && <p>{problem}</p>}
      {answer && <CodeText label={t('answer')} text={answer} />}
    </>
  );
}
